import { isDecimal, isPositive } from '../../contract/money.ts';
import { bookCapital, type CapitalChange } from '../payments/capital.ts';
import type { OperatorContext } from './operatorContext.ts';

/**
 * Books our own money that an operator added to the treasury or took from it, with a signed record. Moves nothing. Returns the text
 * to print.
 */
export async function changeCapital(
  context: Pick<OperatorContext, 'database' | 'catalogue' | 'signer' | 'now'>,
  change: CapitalChange,
): Promise<string> {
  const { instrument, amount } = change;
  const known = context.catalogue.instruments.get(instrument);
  if (!known || known.type === 'fiat') return `Nothing was done: the catalogue has no coin ${instrument}.`;
  const size = amount.replace(/^-/, '');
  if (!isDecimal(size) || !isPositive(size)) return `Nothing was done: ${amount} is not an amount such as 1.5 or -0.25.`;
  const [journal] = await bookCapital(context, () => Promise.resolve([change]));
  return `${amount} ${instrument} is booked as capital (${journal}). The next reconciliation expects the treasury to hold it.`;
}

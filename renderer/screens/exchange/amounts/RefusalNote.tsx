import { FormattedMessage } from 'react-intl';
import type { AmountRefusal } from '../../../components/amounts/amountText.ts';

/** Says why something that was typed or pasted is missing in an amount (D44, D58). */
export function RefusalNote({ refusal, decimals }: { refusal: AmountRefusal; decimals: number }) {
  return (
    <span role="status">
      <FormattedMessage id={`exchange.refused.${refusal}`} values={{ count: decimals }} />
    </span>
  );
}

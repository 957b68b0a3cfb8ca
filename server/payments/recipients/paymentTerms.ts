import type { Decimal } from '../../../contract/money.ts';
import { withTimeout } from '../../../contract/withTimeout.ts';
import { ChainRefusedError } from '../../ports/chain/chainGateway.ts';
import type { PaymentContext } from '../paymentContext.ts';

/** What a payment would be. `amount` in the instrument. `address` null: nobody has named one */
export interface PaymentToAddress {
  network: string;
  instrument: string;
  address: string | null;
  amount: Decimal;
}

/** What a network says of payments to an address; null: it did not answer. */
export interface PaymentTerms {
  /** How many times the usual fee one costs (D53); null also without an address */
  factor: Decimal | null;
  /** The least that arrives (D78), in the instrument; "0" where every amount does */
  least: Decimal | null;
}

const TIMEOUT_MS = 3_000;

/**
 * Asks a network what a payment to an address takes now. Returns UNPAYABLE for an address that can't receive it, or would use more gas than a
 * payment may.
 */
export async function askPaymentTerms(
  { gateways, log }: Pick<PaymentContext, 'gateways'> & Partial<Pick<PaymentContext, 'log'>>,
  { network, instrument, address, amount }: PaymentToAddress,
): Promise<PaymentTerms | 'UNPAYABLE'> {
  const gateway = gateways.get(network);
  if (!gateway) return { factor: null, least: null };
  const ask = async (question: Promise<Decimal> | undefined, usual: Decimal): Promise<Decimal | null> => {
    try {
      return question ? await withTimeout(question, TIMEOUT_MS) : usual;
    } catch (error) {
      if (error instanceof ChainRefusedError) throw error;
      log?.warn({ err: error, instrument }, 'the network did not say what a payment to an address takes');
      return null;
    }
  };
  try {
    const [factor, least] = await Promise.all([
      address === null ? null : ask(gateway.gasFactor?.(instrument, address, amount), '1'),
      ask(gateway.leastPayment?.(instrument, address), '0'),
    ]);
    return { factor, least };
  } catch (error) {
    if (error instanceof ChainRefusedError) return 'UNPAYABLE';
    throw error;
  }
}

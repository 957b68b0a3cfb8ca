import type { Decimal } from '../../../contract/money.ts';
import { withTimeout } from '../../../contract/withTimeout.ts';
import { ChainRefusedError } from '../../ports/chain/chainGateway.ts';
import type { PaymentContext } from '../paymentContext.ts';

/** What a payment to an address would cost. `amount` in the instrument. */
export interface PaymentToAddress {
  network: string;
  instrument: string;
  address: string;
  amount: Decimal;
}

const TIMEOUT_MS = 3_000;

/**
 * Asks a network how many times the usual fee a payment to an address costs now (D53): "1" on a network where no address costs more. Returns
 * UNPAYABLE for an address that rejects the payment or takes too much, and null when the network does not answer in time.
 */
export async function askFeeFactor(
  { gateways, log }: Pick<PaymentContext, 'gateways' | 'log'>,
  { network, instrument, address, amount }: PaymentToAddress,
): Promise<{ factor: Decimal } | 'UNPAYABLE' | null> {
  const gateway = gateways.get(network);
  if (!gateway) return null;
  if (!gateway.gasFactor) return { factor: '1' };
  try {
    return { factor: await withTimeout(gateway.gasFactor(instrument, address, amount), TIMEOUT_MS) };
  } catch (error) {
    if (error instanceof ChainRefusedError) return 'UNPAYABLE';
    log.warn({ err: error, instrument }, 'the fee of a payment to an address could not be estimated');
    return null;
  }
}

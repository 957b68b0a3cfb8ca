import { ApiError } from '../../../contract/errors.ts';
import { withTimeout } from '../../../contract/withTimeout.ts';
import type { AddressIndex } from '../../common/addressIndex.ts';
import { ChainUnavailableError, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import type { OrderContext } from '../core/context.ts';

/** Shorter than clients wait for an answer */
const TIMEOUT_MS = 10_000;
const tooSlow = () => new ChainUnavailableError('the network did not answer in time');

/**
 * Returns where a new order is paid. On Monero, the wallet programs of the nodes must learn the address first. Throws
 * ERR_SERVICE_UNAVAILABLE when too few of them answer.
 */
export async function newDepositAddress(
  { log }: Pick<OrderContext, 'log'>,
  gateway: ChainGateway,
  index: AddressIndex,
): ReturnType<ChainGateway['addressAt']> {
  try {
    return await withTimeout(gateway.addressAt(index), TIMEOUT_MS, tooSlow);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    log.warn({ err: error, network: gateway.networkSlug }, 'the network gave no address for a deposit');
    throw new ApiError(
      'ERR_SERVICE_UNAVAILABLE',
      'The network of the coin that you send does not answer. Try again in a minute.',
    );
  }
}

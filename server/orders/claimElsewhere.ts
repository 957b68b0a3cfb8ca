import { ApiError } from '../../contract/errors.ts';
import { HOLDING_STATUSES } from '../db/repositories/orders.ts';
import type { OrderRow } from '../db/tables/orders.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { ChainUnavailableError, type ChainGateway } from '../ports/chain/chainGateway.ts';
import type { OrderContext } from './context.ts';
import { withinTime } from './depositStanding.ts';
import { confirmationsNeeded, recordForOrder } from './recordDeposits.ts';

/** So that the whole search is over before its customer gives up. */
const PATIENCE_MS = 5_000;
/** Each asks the nodes of up to twenty networks. */
const MOST_SEARCHES = 4;

/** What one network says of a transaction. SILENT: nothing, or not in time. */
type Finding = 'FOUND' | 'UNCONFIRMED' | 'NOTHING' | 'SILENT';

type Place = Pick<OrderContext, 'catalogue' | 'now'>;

/** Whether the host looks for payments to an order by itself, on the order's own network. */
export function isWatched(order: Pick<OrderRow, 'watch_until' | 'status'>, now: number): boolean {
  return order.watch_until >= now || HOLDING_STATUSES.some((status) => status === order.status);
}

/**
 * Whether the key of an order's own deposit address is ours on a network, too: one key has one address on all networks of
 * a family such as EVM. The network's gateway is asked, so that what is found there can also be fetched. An address that
 * many orders share says nothing about one of them.
 */
export async function isOurAddressOn({ catalogue }: Place, order: OrderRow, gateway: ChainGateway): Promise<boolean> {
  const [own, there] = [catalogue.networks.get(order.network_from), catalogue.networks.get(gateway.networkSlug)];
  if (!own || own.family !== there?.family || order.deposit_memo !== null) return false;
  const { address, memo } = await gateway.addressAt(order.deposit_index);
  return memo === null && sameAddress(own, order.deposit_address, there, address);
}

/**
 * "I sent it on another network": looks for the transaction on every network on which the order's own address is ours and
 * nobody watches it, and writes down what came to it in that block, as what came besides (D6). The address is nobody
 * else's, so nothing has to be proved. Throws ERR_NOT_FOUND with `details.code` DEPOSIT_UNKNOWN or DEPOSIT_UNCONFIRMED,
 * ERR_SERVICE_UNAVAILABLE with NETWORK_SILENT when it may be on one that did not answer, ERR_TOO_MANY_REQUESTS.
 */
export type ClaimElsewhere = (order: OrderRow, txHash: string) => Promise<void>;

export function createClaimElsewhere(context: OrderContext): ClaimElsewhere {
  let searches = 0;
  return async (order, txHash) => {
    if (searches >= MOST_SEARCHES) {
      throw new ApiError('ERR_TOO_MANY_REQUESTS', 'Others look for their payments at this moment. Try again in a minute.');
    }
    searches += 1;
    try {
      const isUnwatched = ({ networkSlug }: ChainGateway): boolean =>
        networkSlug !== order.network_from || !isWatched(order, context.now());
      const gateways = [...context.gateways.values()].filter(isUnwatched);
      assertFound(await Promise.all(gateways.map((gateway) => lookOn(context, gateway, order, txHash))));
    } finally {
      searches -= 1;
    }
  };
}

async function lookOn(context: OrderContext, gateway: ChainGateway, order: OrderRow, txHash: string): Promise<Finding> {
  try {
    if (!(await isOurAddressOn(context, order, gateway))) return 'NOTHING';
    return await withinTime(recordFrom(context, gateway, order, txHash), PATIENCE_MS);
  } catch (error) {
    if (!(error instanceof ChainUnavailableError)) throw error;
    context.log.warn(
      { err: error, network: gateway.networkSlug, orderId: order.id },
      'a claimed payment could not be looked for',
    );
    return 'SILENT';
  }
}

async function recordFrom(context: OrderContext, gateway: ChainGateway, order: OrderRow, txHash: string): Promise<Finding> {
  const place = await gateway.locate(txHash);
  if (place === null) return 'NOTHING';
  const { blockHeight } = place;
  const untilConfirmations = confirmationsNeeded(context, order, gateway.networkSlug);
  if (place.confirmations < untilConfirmations) return 'UNCONFIRMED';
  // What a contract passed on has another name than its transaction: all of the block's is asked for.
  const { transfers } = await gateway.incoming({
    watched: [order.deposit_address],
    cursor: String(blockHeight - 1),
    untilConfirmations,
    through: blockHeight,
  });
  const came = transfers.filter((one) => one.blockHeight === blockHeight && one.confirmations >= untilConfirmations);
  if (came.length === 0) return 'NOTHING';
  await recordForOrder(context, gateway, order, came);
  return 'FOUND';
}

function assertFound(findings: readonly Finding[]): void {
  if (findings.includes('FOUND')) return;
  if (findings.includes('UNCONFIRMED')) {
    throw new ApiError('ERR_NOT_FOUND', 'The transaction has not all its confirmations. Try again in some minutes.', {
      code: 'DEPOSIT_UNCONFIRMED',
    });
  }
  if (findings.includes('SILENT')) {
    throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'Some networks do not answer, and it may be on one of them. Try again later.', {
      code: 'NETWORK_SILENT',
    });
  }
  throw new ApiError('ERR_NOT_FOUND', 'This transaction paid nothing that we know to the address of this order.', {
    code: 'DEPOSIT_UNKNOWN',
  });
}

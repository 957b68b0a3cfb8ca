import { fullGroup, isOfGroup } from '../../../contract/clientGroup.ts';
import { ApiError, tooManyRequests } from '../../../contract/errors.ts';
import { HOLDING_STATUSES } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { sameAddress } from '../../instruments/addresses/index.ts';
import type { Network } from '../../instruments/catalogue.ts';
import { ChainUnavailableError, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import { createCircuitBreaker } from '../../ports/chain/circuitBreaker.ts';
import type { OrderContext } from '../core/context.ts';
import { recordForOrder } from '../deposits/recordDeposits.ts';
import { confirmationsNeeded } from '../deposits/recordTransfer.ts';

/** Time limit of a lookup on one network, so that the customer gets an answer while waiting. */
const LOOKUP_TIMEOUT_MS = 5_000;
/** How long an unresponsive network is not queried. */
const NETWORK_PAUSE_MS = 10_000;
/** Concurrent searches; each queries the nodes of up to twenty networks. */
const MAX_SEARCHES = 4;

/**
 * The result of a lookup on one network. UNREADABLE: the transaction exists, but the nodes have pruned the trace of its
 * internal transfers. UNAVAILABLE: the network failed or did not answer in time.
 */
type Finding = 'FOUND' | 'UNCONFIRMED' | 'UNREADABLE' | 'NOT_FOUND' | 'UNAVAILABLE';

type AddressContext = Pick<OrderContext, 'catalogue' | 'now'>;

/** Returns whether the deposit scanner still watches the order's address on the order's own network. */
export function isWatched(order: Pick<OrderRow, 'watch_until' | 'status'>, now: number): boolean {
  return order.watch_until >= now || HOLDING_STATUSES.some((status) => status === order.status);
}

/**
 * Returns whether the order's deposit address is ours on another network too. One key has the same address on all networks
 * of a family such as EVM. The gateway derives the address, so that a deposit found there can also be swept. Always false
 * for an address that many orders share by memo.
 */
export async function isOurAddressOn(context: AddressContext, order: OrderRow, gateway: ChainGateway): Promise<boolean> {
  const networks = sameFamily(context, order, gateway);
  if (networks === null) return false;
  const { address, memo } = await gateway.addressAt(order.deposit_index);
  return memo === null && sameAddress(networks.own, order.deposit_address, networks.other, address);
}

/** Returns the order's network and the gateway's when one key has the same address on both. */
function sameFamily(
  { catalogue }: AddressContext,
  order: OrderRow,
  gateway: ChainGateway,
): { own: Network; other: Network } | null {
  const [own, other] = [catalogue.networks.get(order.network_from), catalogue.networks.get(gateway.networkSlug)];
  return own && own.family === other?.family && order.deposit_memo === null ? { own, other } : null;
}

interface ClaimedOnWrongNetwork {
  txHash: string;
  client: string | null;
  /** Networks on which the transaction is a recorded deposit of the order; they count as found and are not queried. */
  knownOn: ReadonlySet<string>;
}

/**
 * Looks a transaction up on every network on which the order's address is ours and not watched, and records its transfers to
 * that address as extra deposits (D6). No proof is needed, because no other order has the address.
 *
 * Throws ERR_NOT_FOUND with `details.code` DEPOSIT_UNKNOWN, DEPOSIT_UNCONFIRMED or DEPOSIT_UNREADABLE,
 * ERR_SERVICE_UNAVAILABLE with NETWORK_SILENT when an unresponsive network may have it, and ERR_TOO_MANY_REQUESTS.
 */
export type ClaimWrongNetwork = (order: OrderRow, claim: ClaimedOnWrongNetwork) => Promise<void>;

export function createClaimWrongNetwork(context: OrderContext): ClaimWrongNetwork {
  const searches = new Set<{ orderId: string; client: string | null }>();
  const breaker = createCircuitBreaker({ timeoutMs: LOOKUP_TIMEOUT_MS, openMs: NETWORK_PAUSE_MS, now: context.now });

  async function lookUpOn(gateway: ChainGateway, order: OrderRow, txHash: string): Promise<Finding> {
    const work = async (): Promise<Finding> =>
      (await isOurAddressOn(context, order, gateway)) ? await recordFrom(context, gateway, order, txHash) : 'NOT_FOUND';
    try {
      return await breaker.call(gateway.networkSlug, work);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      context.log.warn(
        { err: error, network: gateway.networkSlug, orderId: order.id },
        'A claimed transaction could not be looked up on this network.',
      );
      return 'UNAVAILABLE';
    }
  }

  return async (order, { txHash, client: searcher, knownOn }) => {
    const search = { orderId: order.id, client: searcher };
    const running = [...searches];
    const countOf = (group: string): number => running.filter(({ client }) => client !== null && isOfGroup(client, group)).length;
    const hasSearch = running.some(({ orderId }) => orderId === search.orderId);
    // One search per order and client: creating orders is free, so one client could otherwise use up the limit.
    if (hasSearch || (searcher !== null && fullGroup(searcher, 1, countOf)) || searches.size >= MAX_SEARCHES) {
      if (knownOn.size > 0) return;
      throw tooManyRequests('Too many searches are running. Try again in a minute.', 60);
    }
    searches.add(search);
    try {
      const isUnwatched = ({ networkSlug }: ChainGateway): boolean =>
        networkSlug !== order.network_from || !isWatched(order, context.now());
      const gateways = [...context.gateways.values()].filter(
        (gateway) => isUnwatched(gateway) && sameFamily(context, order, gateway) !== null && !knownOn.has(gateway.networkSlug),
      );
      const known: Finding[] = knownOn.size > 0 ? ['FOUND'] : [];
      assertFound([...known, ...(await Promise.all(gateways.map((gateway) => lookUpOn(gateway, order, txHash))))]);
    } finally {
      searches.delete(search);
    }
  };
}

async function recordFrom(context: OrderContext, gateway: ChainGateway, order: OrderRow, txHash: string): Promise<Finding> {
  const place = await gateway.locate(txHash);
  if (place === null) return 'NOT_FOUND';
  const { blockHeight } = place;
  const untilConfirmations = confirmationsNeeded(context, order, gateway.networkSlug);
  if (place.confirmations < untilConfirmations) return 'UNCONFIRMED';
  // An internal transfer has its own id, so the whole block is scanned.
  const { transfers, isBlind } = await gateway.incoming({
    watched: [order.deposit_address],
    cursor: String(blockHeight - 1),
    untilConfirmations,
    through: blockHeight,
  });
  const confirmed = transfers.filter((one) => one.blockHeight === blockHeight && one.confirmations >= untilConfirmations);
  if (confirmed.length === 0) return isBlind === true ? 'UNREADABLE' : 'NOT_FOUND';
  await recordForOrder(context, gateway, order, confirmed);
  return 'FOUND';
}

function assertFound(findings: readonly Finding[]): void {
  if (findings.includes('FOUND')) return;
  if (findings.includes('UNCONFIRMED')) {
    throw new ApiError('ERR_NOT_FOUND', 'The transaction does not have all its confirmations yet. Try again in a few minutes.', {
      code: 'DEPOSIT_UNCONFIRMED',
    });
  }
  if (findings.includes('UNREADABLE')) {
    throw new ApiError(
      'ERR_NOT_FOUND',
      'The transaction was found, but our nodes can no longer read its internal transfers. Write to support.',
      {
        code: 'DEPOSIT_UNREADABLE',
      },
    );
  }
  if (findings.includes('UNAVAILABLE')) {
    throw new ApiError(
      'ERR_SERVICE_UNAVAILABLE',
      'Some networks do not respond and may have your transaction. Try again later.',
      {
        code: 'NETWORK_SILENT',
      },
    );
  }
  throw new ApiError('ERR_NOT_FOUND', 'No transfer to the address of this order was found in this transaction.', {
    code: 'DEPOSIT_UNKNOWN',
  });
}

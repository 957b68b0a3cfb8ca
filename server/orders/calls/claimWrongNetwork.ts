import { clientGroup } from '../../../contract/clientGroup.ts';
import { ApiError } from '../../../contract/errors.ts';
import { HOLDING_STATUSES } from '../../db/repositories/orders.ts';
import type { OrderRow } from '../../db/tables/orders.ts';
import { sameAddress } from '../../instruments/addresses/index.ts';
import type { Network } from '../../instruments/catalogue.ts';
import { ChainUnavailableError, type ChainGateway } from '../../ports/chain/chainGateway.ts';
import { createCircuitBreaker } from '../../ports/chain/circuitBreaker.ts';
import type { OrderContext } from '../core/context.ts';
import { confirmationsNeeded, recordForOrder } from '../deposits/recordDeposits.ts';

/** So that the whole search is over before its customer gives up. */
const PATIENCE_MS = 5_000;
/** How long a network that let a search wait for so long is not asked again. */
const SILENT_MS = 10_000;
/** Each asks the nodes of up to twenty networks. */
const MOST_SEARCHES = 4;

/** What one network says of a transaction. BLIND: it is there, and what it passed on can't be seen any more. SILENT: nothing, or not in time. */
type Finding = 'FOUND' | 'UNCONFIRMED' | 'BLIND' | 'NOTHING' | 'SILENT';

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
export async function isOurAddressOn(place: Place, order: OrderRow, gateway: ChainGateway): Promise<boolean> {
  const networks = familyOf(place, order, gateway);
  if (networks === null) return false;
  const { address, memo } = await gateway.addressAt(order.deposit_index);
  return memo === null && sameAddress(networks.own, order.deposit_address, networks.there, address);
}

/** The order's network and the gateway's, where an order's key may have one address on both. */
function familyOf({ catalogue }: Place, order: OrderRow, gateway: ChainGateway): { own: Network; there: Network } | null {
  const [own, there] = [catalogue.networks.get(order.network_from), catalogue.networks.get(gateway.networkSlug)];
  return own && own.family === there?.family && order.deposit_memo === null ? { own, there } : null;
}

interface ClaimedOnWrongNetwork {
  txHash: string;
  clientAddress: string | null;
  /** Networks on which it is a deposit of the order already: they count as found, and are not asked. */
  knownOn: ReadonlySet<string>;
}

/**
 * "I sent it on another network": looks for the transaction on every network on which the order's own address is ours and
 * nobody watches it, and writes down what came to it in that block, as what came besides (D6). The address is nobody
 * else's, so nothing has to be proved. Throws ERR_NOT_FOUND with `details.code` DEPOSIT_UNKNOWN, DEPOSIT_UNCONFIRMED or
 * DEPOSIT_UNREADABLE, ERR_SERVICE_UNAVAILABLE with NETWORK_SILENT when it may be on one that did not answer,
 * ERR_TOO_MANY_REQUESTS.
 */
export type ClaimWrongNetwork = (order: OrderRow, claim: ClaimedOnWrongNetwork) => Promise<void>;

export function createClaimWrongNetwork(context: OrderContext): ClaimWrongNetwork {
  const searches = new Set<{ orderId: string; client: string | null }>();
  const breaker = createCircuitBreaker({ timeoutMs: PATIENCE_MS, openMs: SILENT_MS, now: context.now });

  async function lookOn(gateway: ChainGateway, order: OrderRow, txHash: string): Promise<Finding> {
    const work = async (): Promise<Finding> =>
      (await isOurAddressOn(context, order, gateway)) ? await recordFrom(context, gateway, order, txHash) : 'NOTHING';
    try {
      return await breaker.call(gateway.networkSlug, work);
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      context.log.warn(
        { err: error, network: gateway.networkSlug, orderId: order.id },
        'a claimed payment could not be looked for',
      );
      return 'SILENT';
    }
  }

  return async (order, { txHash, clientAddress, knownOn }) => {
    const search = { orderId: order.id, client: clientAddress === null ? null : clientGroup(clientAddress) };
    const isOneOfTheirs = [...searches].some(
      ({ orderId, client }) => orderId === search.orderId || (client !== null && client === search.client),
    );
    // Orders cost nothing: whoever has many of them must not take all places.
    if (isOneOfTheirs || searches.size >= MOST_SEARCHES) {
      // What is found already needs no search.
      if (knownOn.size > 0) return;
      throw new ApiError('ERR_TOO_MANY_REQUESTS', 'Payments are being looked for at this moment. Try again in a minute.');
    }
    searches.add(search);
    try {
      const isUnwatched = ({ networkSlug }: ChainGateway): boolean =>
        networkSlug !== order.network_from || !isWatched(order, context.now());
      const gateways = [...context.gateways.values()].filter(
        (gateway) => isUnwatched(gateway) && familyOf(context, order, gateway) !== null && !knownOn.has(gateway.networkSlug),
      );
      const known: Finding[] = knownOn.size > 0 ? ['FOUND'] : [];
      assertFound([...known, ...(await Promise.all(gateways.map((gateway) => lookOn(gateway, order, txHash))))]);
    } finally {
      searches.delete(search);
    }
  };
}

async function recordFrom(context: OrderContext, gateway: ChainGateway, order: OrderRow, txHash: string): Promise<Finding> {
  const place = await gateway.locate(txHash);
  if (place === null) return 'NOTHING';
  const { blockHeight } = place;
  const untilConfirmations = confirmationsNeeded(context, order, gateway.networkSlug);
  if (place.confirmations < untilConfirmations) return 'UNCONFIRMED';
  // What a contract passed on has another name than its transaction: all of the block's is asked for.
  const { transfers, isBlind } = await gateway.incoming({
    watched: [order.deposit_address],
    cursor: String(blockHeight - 1),
    untilConfirmations,
    through: blockHeight,
  });
  const came = transfers.filter((one) => one.blockHeight === blockHeight && one.confirmations >= untilConfirmations);
  if (came.length === 0) return isBlind === true ? 'BLIND' : 'NOTHING';
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
  if (findings.includes('BLIND')) {
    throw new ApiError(
      'ERR_NOT_FOUND',
      'The transaction is there, but what it passed on can not be read any more. Write to support.',
      {
        code: 'DEPOSIT_UNREADABLE',
      },
    );
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

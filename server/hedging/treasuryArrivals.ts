import type { Decimal } from '../../contract/money.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { ChainUnavailableError, type ChainGateway } from '../ports/chain/chainGateway.ts';
import type { HedgingContext } from './hedgingContext.ts';

type ArrivalContext = Pick<HedgingContext, 'catalogue' | 'gateways'>;

/**
 * Returns the networks on which the address is our treasury, for a coin. EVM networks share it. Networks with memos are left out: there
 * the host records what arrives without a memo as a deposit that it can't attribute (D6).
 */
export async function findTreasuries(
  { catalogue, gateways }: ArrivalContext,
  coin: string,
  address: string,
): Promise<ChainGateway[]> {
  const networks = new Set(
    [...catalogue.instruments.values()].filter(({ marketSymbol }) => marketSymbol === coin).map(({ network }) => network),
  );
  const found: ChainGateway[] = [];
  for (const gateway of gateways.values()) {
    const network = catalogue.networks.get(gateway.networkSlug);
    if (!network || network.memoName !== null || !networks.has(network.slug)) continue;
    const own = await gateway.addressAt(gateway.treasury()).catch(ignoreUnavailable);
    if (own && sameAddress(network, own.address, network, address)) found.push(gateway);
  }
  return found;
}

/**
 * Returns what a transaction brought to the treasury, once it is final: of one coin, in one transfer. Null: nothing yet, or more than
 * one transfer.
 */
export async function findArrival(
  context: ArrivalContext,
  { coin, address, txHash }: { coin: string; address: string; txHash: string },
): Promise<{ instrument: string; amount: Decimal } | null> {
  for (const gateway of await findTreasuries(context, coin, address)) {
    const place = await gateway.locate(txHash).catch(ignoreUnavailable);
    if (!place || place.confirmations < gateway.finalAfter) continue;
    const { address: watched } = await gateway.addressAt(gateway.treasury());
    const { transfers } = await gateway.incoming({
      watched: [watched],
      cursor: String(place.blockHeight - 1),
      untilConfirmations: gateway.finalAfter,
      through: place.blockHeight,
    });
    const ours = transfers.filter(
      (one) => one.txHash === txHash && context.catalogue.instruments.get(one.instrumentSlug)?.marketSymbol === coin,
    );
    const [transfer, ...others] = ours;
    if (transfer && others.length === 0) return { instrument: transfer.instrumentSlug, amount: transfer.amount };
  }
  return null;
}

function ignoreUnavailable(error: unknown): undefined {
  if (!(error instanceof ChainUnavailableError)) throw error;
  return undefined;
}

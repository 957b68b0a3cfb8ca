import { toBaseUnits } from '../../../../contract/money.ts';
import type { CatalogueInstrument } from '../../../instruments/catalogue.ts';
import { balanceOf, hexOf } from './tronCalls.ts';
import type { TronNodes } from './tronNodes.ts';
import type { TronStore } from './tronStore.ts';

export interface TronFundsOptions {
  store: TronStore;
  nodes: TronNodes;
  native: CatalogueInstrument;
}

/** Returns the solid balance in base units. Of several nodes the lowest answer counts. */
export async function solidBalance(
  { nodes }: Pick<TronFundsOptions, 'nodes'>,
  owner: string,
  instrument: CatalogueInstrument,
): Promise<bigint> {
  const { nodes: synced } = await nodes.atHead();
  const balances = await nodes.answers(synced, async (node) => await balanceOf(node, hexOf(owner), instrument));
  return balances.reduce((least, one) => (one < least ? one : least));
}

/**
 * Returns what an address can still spend, in base units: its balance in solid blocks, less each of its payments that is not settled, with
 * the highest fee that the payment can burn. A payment in a solid block that is not settled yet is deducted twice, for a moment.
 */
export async function availableTo(
  options: TronFundsOptions,
  owner: string,
  instrument: CatalogueInstrument,
): Promise<{ instrument: bigint; native: bigint }> {
  const { native, store } = options;
  // The books first: a payment that becomes solid meanwhile is deducted twice, never missed.
  const pending = await store.listPending(owner);
  const spent = (one: CatalogueInstrument): bigint =>
    pending.reduce(
      (total, row) => total + (row.instrument === one.slug ? toBaseUnits(row.amount, one.decimals) : 0n),
      one.slug === native.slug ? pending.reduce((total, row) => total + toBaseUnits(row.max_fee, native.decimals), 0n) : 0n,
    );
  const free = async (one: CatalogueInstrument): Promise<bigint> => {
    const left = (await solidBalance(options, owner, one)) - spent(one);
    return left > 0n ? left : 0n;
  };
  const ofNative = await free(native);
  return { native: ofNative, instrument: instrument.slug === native.slug ? ofNative : await free(instrument) };
}

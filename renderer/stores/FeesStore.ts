import { FEES_FEATURE } from '../../contract/features.ts';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Instrument } from '../../contract/api/instruments.ts';
import type { Fees } from '../../contract/api/service.ts';
import { compare, type Decimal } from '../../contract/money.ts';
import type { Platform } from '../../contract/platform.ts';
import type { HealthStore } from './HealthStore.ts';
import { storeGroup } from './storeGroup.ts';

/** Network fees in USD on one network: the highest of its own coin and of its tokens; null without such a coin or a price. */
export interface NetworkFeeRow {
  slug: string;
  title: string;
  coin: { payout: Decimal; collection: Decimal } | null;
  token: { payout: Decimal; collection: Decimal } | null;
}

export interface FeesSnapshot {
  fees: Fees;
  networks: NetworkFeeRow[];
}

/** What the host charges: service fees, limits, and the network fees of the moment. */
export class FeesStore {
  /** null until they are loaded, and on a host without the call. */
  fees: Fees | null;
  networks: NetworkFeeRow[];
  readonly #platform: Platform;
  readonly #health: HealthStore;

  constructor({ platform, health, snapshot }: { platform: Platform; health: HealthStore; snapshot: FeesSnapshot | null }) {
    this.#platform = platform;
    this.#health = health;
    this.fees = snapshot?.fees ?? null;
    this.networks = snapshot?.networks ?? [];
    makeAutoObservable(this, { fees: observableRef, networks: observableRef });
  }

  /** Loads fees if the host publishes them. Rejects with an ApiError. */
  async load(): Promise<void> {
    // The loaders of a page and its layout run at the same time: this joins the layout's check.
    if (this.#health.state === 'unknown') await this.#health.check();
    if (!this.#health.hasFeature(FEES_FEATURE)) return;
    const { transport } = this.#platform;
    const [fees, instruments] = await Promise.all([transport.call('service.fees', {}), transport.call('instruments.list', {})]);
    runInAction(() => {
      this.fees = fees;
      this.networks = listNetworkFees(instruments);
    });
  }

  snapshot(): FeesSnapshot | null {
    return this.fees && { fees: this.fees, networks: this.networks };
  }
}

function listNetworkFees(instruments: readonly Instrument[]): NetworkFeeRow[] {
  const rows = new Map<string, NetworkFeeRow>();
  // The list starts with the most popular coins, so networks are in that order too.
  for (const { network, contractAddress, payoutFeeUsd, collectionFeeUsd } of instruments) {
    if (!network || payoutFeeUsd === undefined || collectionFeeUsd === undefined) continue;
    const row = rows.get(network.slug) ?? { slug: network.slug, title: network.friendlyTitle, coin: null, token: null };
    const kind = contractAddress ? 'token' : 'coin';
    const { payout, collection } = row[kind] ?? { payout: '0', collection: '0' };
    rows.set(network.slug, {
      ...row,
      [kind]: { payout: higher(payout, payoutFeeUsd), collection: higher(collection, collectionFeeUsd) },
    });
  }
  return [...rows.values()];
}

const higher = (left: Decimal, right: Decimal): Decimal => (compare(left, right) > 0 ? left : right);

/** The store of the page of fees. */
export const feesGroup = storeGroup(({ platform, health, restored }) => ({
  fees: restored.create('fees', FeesStore, { platform, health }),
}));

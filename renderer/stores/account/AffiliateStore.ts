import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type {
  Accruals,
  AffiliateCode,
  AffiliatePeriod,
  AffiliateProgram,
  AffiliateStatistics,
  Balances,
} from '../../../contract/api/affiliates.ts';
import type { Platform } from '../../../contract/platform.ts';
import { atCursor, EXPORT_LIMIT, ListStore, readAllPages } from '../base/ListStore.ts';
import { storeGroup } from '../storeGroup.ts';

type Accrual = Accruals['items'][number];

export interface AffiliateSnapshot {
  program: AffiliateProgram;
  balance: Balances['balances'][number] | null;
  statistics: AffiliateStatistics;
  accruals: Accruals;
}

/** The affiliate programme of a customer: codes, figures of a period, earnings. */
export class AffiliateStore {
  /** null until they are loaded */
  program: AffiliateProgram | null;
  balance: Balances['balances'][number] | null;
  statistics: AffiliateStatistics | null;
  period: AffiliatePeriod;
  hasFailed = false;
  readonly accruals: ListStore<Accrual, Accruals>;
  readonly #platform: Platform;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: AffiliateSnapshot | null }) {
    this.#platform = platform;
    this.program = snapshot?.program ?? null;
    this.balance = snapshot?.balance ?? null;
    this.statistics = snapshot?.statistics ?? null;
    this.period = snapshot?.statistics.period ?? '30d';
    this.accruals = new ListStore({
      read: (cursor) => platform.transport.call('affiliates.accruals', atCursor(cursor)),
      snapshot: snapshot?.accruals ?? null,
    });
    makeAutoObservable(
      this,
      { program: observableRef, balance: observableRef, statistics: observableRef, accruals: false },
      { autoBind: true },
    );
  }

  /** Loads everything that the page shows. Rejects with an ApiError. */
  async load(): Promise<void> {
    const { transport } = this.#platform;
    const [program, balances] = await Promise.all([
      transport.call('affiliates.program', {}),
      transport.call('affiliates.balances', {}),
      this.readStatistics(),
      this.accruals.load(),
    ]);
    runInAction(() => {
      this.program = program;
      this.balance = balances.balances[0] ?? null;
    });
  }

  /** Shows another period. Keeps the figures of the former one until the new ones are there. Never rejects. */
  async show(period: AffiliatePeriod): Promise<void> {
    this.period = period;
    this.hasFailed = false;
    try {
      await this.readStatistics();
    } catch {
      // The customer may have chosen another period meanwhile.
      if (period === this.period) runInAction(() => (this.hasFailed = true));
    }
  }

  /** Adds a code. Rejects with an ApiError. */
  async createCode(name: string): Promise<AffiliateCode> {
    const code = await this.#platform.transport.call('affiliates.createCode', { name });
    await this.readStatistics();
    return code;
  }

  /** Rejects with an ApiError. */
  async renameCode(code: string, name: string): Promise<void> {
    await this.#platform.transport.call('affiliates.renameCode', { code, name });
    await this.readStatistics();
  }

  /** Returns all accruals, for a file. Rejects with an ApiError. */
  async readAll(): Promise<Accrual[]> {
    const { transport } = this.#platform;
    return await readAllPages((cursor) => transport.call('affiliates.accruals', { limit: EXPORT_LIMIT, ...atCursor(cursor) }));
  }

  snapshot(): AffiliateSnapshot | null {
    const { program, balance, statistics } = this;
    const accruals = this.accruals.snapshot();
    return program && statistics && accruals && { program, balance, statistics, accruals };
  }

  private async readStatistics(): Promise<void> {
    const { period } = this;
    const statistics = await this.#platform.transport.call('affiliates.statistics', { period });
    // The customer may have chosen another period meanwhile.
    if (period === this.period) runInAction(() => (this.statistics = statistics));
  }
}

/** The store of the affiliate programme's page. */
export const affiliateGroup = storeGroup(({ platform, restored }) => ({
  affiliate: restored.create('affiliate', AffiliateStore, { platform }),
}));

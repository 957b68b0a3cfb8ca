import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { Movement, Movements, Wallet } from '../../../contract/schemas/withdrawals.ts';
import { storeGroup } from '../storeGroup.ts';

export type MovementFilter = 'ALL' | 'IN' | 'OUT';

export interface WalletSnapshot {
  wallet: Wallet;
  expected: Decimal;
  page: Movements;
}

const REFRESH_MS = 10_000;

/** The customer's wallet: the balance, and the movements page by page. */
export class WalletStore {
  /** null until it is loaded */
  wallet: Wallet | null;
  /** What open orders will earn if they complete */
  expected: Decimal;
  movements: readonly Movement[];
  filter: MovementFilter = 'ALL';
  isLoading = false;
  hasFailed = false;
  private cursor: string | null;
  private readonly platform: Platform;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: WalletSnapshot | null }) {
    this.platform = platform;
    this.wallet = snapshot?.wallet ?? null;
    this.expected = snapshot?.expected ?? '0';
    this.movements = snapshot?.page.movements ?? [];
    this.cursor = snapshot?.page.cursor ?? null;
    makeAutoObservable<this, 'platform'>(
      this,
      { platform: false, wallet: observableRef, movements: observableRef },
      { autoBind: true },
    );
  }

  snapshot(): WalletSnapshot | null {
    return (
      this.wallet && {
        wallet: this.wallet,
        expected: this.expected,
        page: { movements: [...this.movements], cursor: this.cursor },
      }
    );
  }

  get hasMore(): boolean {
    return this.cursor !== null;
  }

  /** Loads the balance and the first movements. Rejects with an ApiError. */
  async load(): Promise<void> {
    const { transport } = this.platform;
    const [wallet, { balances }, page] = await Promise.all([
      transport.call('withdrawals.wallet', {}),
      transport.call('affiliates.balances', {}),
      this.read(null),
    ]);
    runInAction(() => {
      this.wallet = wallet;
      this.expected = balances[0]?.expectedAmount ?? '0';
      this.movements = page.movements;
      this.cursor = page.cursor;
    });
  }

  /** Shows the movements of one direction. Never rejects. */
  async setFilter(filter: MovementFilter): Promise<void> {
    this.filter = filter;
    await this.show(null);
  }

  /** Adds the next page. Never rejects. */
  async loadMore(): Promise<void> {
    if (this.cursor !== null && !this.isLoading) await this.show(this.cursor);
  }

  /** Returns all movements, for a file. Rejects with an ApiError. */
  async readAll(): Promise<Movement[]> {
    const all: Movement[] = [];
    let cursor: string | null = null;
    do {
      const page: Movements = await this.platform.transport.call('withdrawals.movements', cursor === null ? {} : { cursor });
      all.push(...page.movements);
      cursor = page.cursor;
    } while (cursor !== null);
    return all;
  }

  /** Follows withdrawals on their way while the page is visible. Returns the function that stops it. */
  start(): () => void {
    const timer = setInterval(() => {
      const isOpen = (this.wallet?.leaving.count ?? 0) > 0 && this.movements.length <= FIRST_PAGE;
      if (isOpen && this.platform.visibility.isVisible()) void this.load().catch(() => undefined);
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }

  private async show(cursor: string | null): Promise<void> {
    const { filter } = this;
    this.isLoading = true;
    this.hasFailed = false;
    try {
      const page = await this.read(cursor);
      // The customer has chosen another filter meanwhile.
      if (this.filter !== filter) return;
      runInAction(() => {
        this.movements = cursor === null ? page.movements : [...this.movements, ...page.movements];
        this.cursor = page.cursor;
      });
    } catch {
      runInAction(() => (this.hasFailed = true));
    } finally {
      runInAction(() => (this.isLoading = false));
    }
  }

  private read(cursor: string | null): Promise<Movements> {
    return this.platform.transport.call('withdrawals.movements', {
      ...(this.filter !== 'ALL' && { direction: this.filter }),
      ...(cursor !== null && { cursor }),
    });
  }
}

/** Pages that the customer has added are not replaced by a refresh. */
const FIRST_PAGE = 20;

/** The store of the wallet page. */
export const walletGroup = storeGroup(({ platform, restored }) => ({
  wallet: restored.create('wallet', WalletStore, { platform }),
}));

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { Movement, Wallet } from '../../../contract/schemas/withdrawals.ts';
import { everyVisible } from '../base/everyVisible.ts';
import { atCursor, ListStore, readAllPages, type ListPage } from '../base/ListStore.ts';
import { storeGroup } from '../storeGroup.ts';

export type MovementFilter = 'ALL' | 'IN' | 'OUT';

type MovementPage = ListPage<Movement>;

export interface WalletSnapshot {
  wallet: Wallet;
  expected: Decimal;
  movements: MovementPage | null;
}

const REFRESH_MS = 10_000;

/** The customer's wallet: the balance and the movements. */
export class WalletStore {
  /** null until it is loaded */
  wallet: Wallet | null;
  /** What open orders will earn if they complete */
  expected: Decimal;
  filter: MovementFilter = 'ALL';
  readonly movements: ListStore<Movement>;
  readonly #platform: Platform;

  constructor({ platform, snapshot }: { platform: Platform; snapshot: WalletSnapshot | null }) {
    this.#platform = platform;
    this.wallet = snapshot?.wallet ?? null;
    this.expected = snapshot?.expected ?? '0';
    this.movements = new ListStore({
      read: (cursor) => this.read(this.filter, cursor),
      keyOf: ({ id }) => id,
      snapshot: snapshot?.movements ?? null,
    });
    makeAutoObservable(this, { wallet: observableRef, movements: false }, { autoBind: true });
  }

  snapshot(): WalletSnapshot | null {
    return this.wallet && { wallet: this.wallet, expected: this.expected, movements: this.movements.snapshot() };
  }

  /** Loads the balance and the movements. Rejects with an ApiError. */
  async load(): Promise<void> {
    const { transport } = this.#platform;
    const [wallet, { balances }] = await Promise.all([
      transport.call('withdrawals.wallet', {}),
      transport.call('affiliates.balances', {}),
      this.movements.refresh(),
    ]);
    runInAction(() => {
      this.wallet = wallet;
      this.expected = balances[0]?.expectedAmount ?? '0';
    });
  }

  /** Shows the movements of one direction. Never rejects. */
  async setFilter(filter: MovementFilter): Promise<void> {
    this.filter = filter;
    await this.movements.show();
  }

  /** Returns the movements of both directions, for a file. Rejects with an ApiError. */
  async readAll(): Promise<Movement[]> {
    return await readAllPages((cursor) => this.read('ALL', cursor));
  }

  /** Follows withdrawals on their way while the page is visible. Returns the function that stops it. */
  start(): () => void {
    return everyVisible(this.#platform, REFRESH_MS, () => {
      if ((this.wallet?.leaving.count ?? 0) > 0) void this.load().catch(() => undefined);
    });
  }

  private async read(filter: MovementFilter, cursor: string | null): Promise<MovementPage> {
    const { movements: items, cursor: nextCursor } = await this.#platform.transport.call('withdrawals.movements', {
      ...(filter !== 'ALL' && { direction: filter }),
      ...atCursor(cursor),
    });
    return { items, nextCursor };
  }
}

/** The store of the wallet page. */
export const walletGroup = storeGroup(({ platform, restored }) => ({
  wallet: restored.create('wallet', WalletStore, { platform }),
}));

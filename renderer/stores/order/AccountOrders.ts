import { makeAutoObservable, runInAction } from 'mobx';
import type { HistoryEntry } from '../../../contract/api/history.ts';
import { ORDER_HISTORY_FEATURE } from '../../../contract/features.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { OrderTokens } from '../deviceOrders/OrderTokens.ts';

/** Ids in one question to the host. */
const MAX_ASKED = 50;

interface Dependencies {
  platform: Platform;
  tokens: OrderTokens;
  session: { readonly isSignedIn: boolean; readonly account: { readonly userId: number } | null };
  hasFeature: (feature: string) => boolean;
  /** Called after orders turned out to belong to the customer. */
  onOwn: () => void;
}

/** Which orders belong to the signed-in customer, who decides about them on any device without an order pass (D3). */
export class AccountOrders {
  /** Keys of known orders: whether they are the customer's. */
  private readonly known = new Map<string, boolean>();
  /** How many orders of this device were added to the account. */
  claimed = 0;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Whether orders can belong to an account: the customer is signed in, and the host lists orders. */
  get isOn(): boolean {
    const { session, hasFeature } = this.#dependencies;
    return session.isSignedIn && hasFeature(ORDER_HISTORY_FEATURE);
  }

  /** Null: not known yet. */
  isOwn(orderId: string): boolean | null {
    return this.isOn ? (this.known.get(this.keyOf(orderId)) ?? null) : false;
  }

  /** Records what the host has said about orders. */
  note(orderIds: readonly string[], isOwn = true): void {
    for (const orderId of orderIds) this.known.set(this.keyOf(orderId), isOwn);
    if (isOwn) this.#dependencies.onOwn();
  }

  /** Asks the host about orders that are not known yet. Never rejects: they then stay unknown. */
  async check(orderIds: readonly string[]): Promise<void> {
    if (!this.isOn) return;
    const unknown = orderIds.filter((orderId) => this.isOwn(orderId) === null);
    for (let start = 0; start < unknown.length; start += MAX_ASKED) {
      const asked = unknown.slice(start, start + MAX_ASKED);
      try {
        const { entries } = await this.#dependencies.platform.transport.call('orders.history', { orderIds: asked.join(',') });
        runInAction(() => {
          this.note(asked, false);
          this.note(entries.map(({ order }) => order.orderId));
        });
      } catch {
        return;
      }
    }
  }

  /** Returns the destination address of an order; null: it is not the customer's, or the host does not answer. Never rejects. */
  async destinationOf(orderId: string): Promise<string | null> {
    try {
      const { entries } = await this.#dependencies.platform.transport.call('orders.history', { orderIds: orderId });
      return entries[0]?.order.destinationAddress ?? null;
    } catch {
      return null;
    }
  }

  /** Adds an order of this device to the account with its order token. Rejects with the host's error. */
  async claim(order: { orderId: string; destinationAddress: string }): Promise<HistoryEntry> {
    const { platform, tokens } = this.#dependencies;
    const { orderId, destinationAddress } = order;
    const entry = await tokens.use(orderId, (options) =>
      platform.transport.call('orders.claim', { orderId, destinationAddress }, options),
    );
    runInAction(() => {
      this.note([orderId, ...(entry.order.laterOrders ?? []).map((later) => later.orderId)]);
      this.claimed += 1;
    });
    return entry;
  }

  /** Another customer may sign in on the same page. */
  private keyOf(orderId: string): string {
    return `${this.#dependencies.session.account?.userId ?? 0} ${orderId}`;
  }
}

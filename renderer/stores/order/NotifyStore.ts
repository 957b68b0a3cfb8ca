import { makeAutoObservable, reaction, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { asksToSend, isDepositReorged, remainingAmount } from '../../../contract/orderStage.ts';
import type { OrderStore } from './OrderStore.ts';

export interface NotificationText {
  title: string;
  body: string;
}

/** The texts of an order's page. */
export interface OrderTexts {
  /** Its heading */
  title: string;
  /** "Order 7F3KQ9…nTzyA" */
  order: string;
  /** Its notices. `about` identifies a notice in every language */
  notices: readonly { about: string; text: string }[];
}

const STORAGE_KEY = 'notify-in-browser';

/** Shows system notifications about changes of the order while the page is open but hidden. */
export class NotifyStore {
  isOn: boolean;
  isRequestingPermission = false;
  problem: MessageId | null = null;
  readonly #platform: Platform;
  readonly #order: OrderStore;

  constructor({ platform, order }: { platform: Platform; order: OrderStore }) {
    this.#platform = platform;
    this.#order = order;
    // The setting survives a reload and applies to this tab only.
    this.isOn = platform.sessionStorage.get(STORAGE_KEY) === 'on' && platform.systemNotifications?.permission() === 'granted';
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** False when the shell has no notifications. */
  get isPossible(): boolean {
    return this.#platform.systemNotifications !== undefined;
  }

  /** Requests permission. Call it only on a tap, because browsers ask once. Shows `first` at once as a test. */
  async turnOn(first: NotificationText): Promise<void> {
    const shell = this.#platform.systemNotifications;
    if (!shell || this.isRequestingPermission) return;
    this.isRequestingPermission = true;
    this.problem = null;
    try {
      const permission = shell.permission() === 'default' ? await shell.ask() : shell.permission();
      const isShown = permission === 'granted' && shell.show({ ...first, tag: STORAGE_KEY });
      runInAction(() => {
        this.isOn = isShown;
        if (isShown) this.#platform.sessionStorage.set(STORAGE_KEY, 'on');
        else if (permission === 'granted') this.problem = 'notify.browser.impossible';
        else if (permission === 'denied') this.problem = 'notify.browser.denied';
      });
    } finally {
      runInAction(() => (this.isRequestingPermission = false));
    }
  }

  turnOff(): void {
    this.isOn = false;
    this.#platform.sessionStorage.remove(STORAGE_KEY);
  }

  /**
   * Notifies about each stage and each notice once, with the texts of the page. A stage that asks the customer to act is notified
   * each time, and so is its end. Changes while the page is visible are not notified. Returns a function that stops it.
   */
  start(describe: (order: Order) => OrderTexts): () => void {
    /** Stages and notices of which the customer was notified. Delays and their stages recur. */
    const notified = new Set<string>();
    const read = () => {
      const { order, stage } = this.#order;
      if (!order) return null;
      // Each partial deposit leaves another remaining amount.
      const left = stage === 'partlyPaid' ? remainingAmount(order) : '';
      const requestsAction = stage === 'decision' || asksToSend(order) || isDepositReorged(order);
      return { tag: order.orderId, stage: `${stage} ${left}`, requestsAction, ...describe(order) };
    };
    let before = read();
    const stopNotifying = reaction(
      () => {
        const now = read();
        return now && [now.tag, now.stage, ...now.notices.map(({ about }) => about)].join('\n');
      },
      () => {
        const last = before;
        const now = read();
        before = now;
        if (!now || now.tag !== last?.tag) return notified.clear();
        for (const about of [last.stage, ...last.notices.map((notice) => notice.about)]) notified.add(about);
        const isNew = now.stage !== last.stage && (now.requestsAction || last.requestsAction || !notified.has(now.stage));
        const newTexts = now.notices.filter(({ about }) => !notified.has(about)).map(({ text }) => text);
        for (const { about } of now.notices) notified.add(about);
        if (!this.isOn || this.#platform.visibility.isVisible()) return;
        const { tag, title, order } = now;
        const shell = this.#platform.systemNotifications;
        if (isNew) shell?.show({ tag, title, body: [order, ...newTexts].join('\n') });
        else if (newTexts.length > 0) shell?.show({ tag, title: order, body: newTexts.join('\n') });
      },
    );
    const stopListening = reaction(
      () => this.isOn,
      (isOn) => (this.#order.updatesWhileHidden = isOn),
      { fireImmediately: true },
    );
    return () => {
      stopNotifying();
      stopListening();
      runInAction(() => (this.#order.updatesWhileHidden = false));
    };
  }
}

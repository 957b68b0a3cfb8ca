import { makeAutoObservable, reaction, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { asksToSend, isDepositReorged, remainingAmount } from './orderStage.ts';
import type { OrderStore } from './OrderStore.ts';

export interface NoticeWords {
  title: string;
  body: string;
}

/** What the page of an order says. */
export interface OrderWords {
  /** Its heading */
  title: string;
  /** "Order 7F3KQ9…nTzyA" */
  order: string;
  /** Its notices; `about` tells one from another, whatever the language */
  notices: readonly { about: string; text: string }[];
}

const STORAGE_KEY = 'notify-in-browser';

/** The shell's own notifications while the page lives: of what the page says anew while nobody looks. */
export class NotifyStore {
  isOn: boolean;
  isAsking = false;
  problem: MessageId | null = null;
  private readonly platform: Platform;
  private readonly order: OrderStore;

  constructor({ platform, order }: { platform: Platform; order: OrderStore }) {
    this.platform = platform;
    this.order = order;
    // A reload goes on as before; another tab is asked by its own customer.
    this.isOn = platform.sessionStorage.get(STORAGE_KEY) === 'on' && platform.systemNotifications?.permission() === 'granted';
    makeAutoObservable<this, 'platform' | 'order'>(this, { platform: false, order: false }, { autoBind: true });
  }

  /** False where the shell has no notifications at all. */
  get isPossible(): boolean {
    return this.platform.systemNotifications !== undefined;
  }

  /** Only ever called by a tap: browsers ask their question once. `first` is shown at once, as the proof that it works. */
  async turnOn(first: NoticeWords): Promise<void> {
    const shell = this.platform.systemNotifications;
    if (!shell || this.isAsking) return;
    this.isAsking = true;
    this.problem = null;
    try {
      const permission = shell.permission() === 'default' ? await shell.ask() : shell.permission();
      const isShown = permission === 'granted' && shell.show({ ...first, tag: STORAGE_KEY });
      runInAction(() => {
        this.isOn = isShown;
        if (isShown) this.platform.sessionStorage.set(STORAGE_KEY, 'on');
        else if (permission === 'granted') this.problem = 'notify.browser.impossible';
        else if (permission === 'denied') this.problem = 'notify.browser.denied';
      });
    } finally {
      runInAction(() => (this.isAsking = false));
    }
  }

  turnOff(): void {
    this.isOn = false;
    this.platform.sessionStorage.remove(STORAGE_KEY);
  }

  /**
   * Tells each stage and each notice the first time that it comes, in the words of the page; and again what asks for something, or
   * is no longer so after that was told. What comes while somebody looks is told by the page itself. Returns the stop.
   */
  start(describe: (order: Order) => OrderWords): () => void {
    /** Delays come and go, and stages with what they wait for. */
    const told = new Set<string>();
    const read = () => {
      const { order, stage } = this.order;
      if (!order) return null;
      // Who has sent a part sees another rest after the next one.
      const left = stage === 'partlyPaid' ? remainingAmount(order) : '';
      const isAsking = stage === 'decision' || asksToSend(order) || isDepositReorged(order);
      return { tag: order.orderId, stage: `${stage} ${left}`, isAsking, ...describe(order) };
    };
    let before = read();
    const stopTelling = reaction(
      () => {
        const now = read();
        return now && [now.tag, now.stage, ...now.notices.map(({ about }) => about)].join('\n');
      },
      () => {
        const last = before;
        const now = read();
        before = now;
        if (!now || now.tag !== last?.tag) return told.clear();
        for (const about of [last.stage, ...last.notices.map((notice) => notice.about)]) told.add(about);
        const isNews = now.stage !== last.stage && (now.isAsking || last.isAsking || !told.has(now.stage));
        const fresh = now.notices.filter(({ about }) => !told.has(about)).map(({ text }) => text);
        for (const { about } of now.notices) told.add(about);
        if (!this.isOn || this.platform.visibility.isVisible()) return;
        const { tag, title, order } = now;
        const shell = this.platform.systemNotifications;
        if (isNews) shell?.show({ tag, title, body: [order, ...fresh].join('\n') });
        else if (fresh.length > 0) shell?.show({ tag, title: order, body: fresh.join('\n') });
      },
    );
    const stopListening = reaction(
      () => this.isOn,
      (isOn) => (this.order.updatesWhileHidden = isOn),
      { fireImmediately: true },
    );
    return () => {
      stopTelling();
      stopListening();
      runInAction(() => (this.order.updatesWhileHidden = false));
    };
  }
}

import { makeAutoObservable, reaction, runInAction } from 'mobx';
import type { Order } from '../../../contract/api/orders.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { OrderStore } from './OrderStore.ts';

export interface NoticeWords {
  title: string;
  body: string;
}

const STORAGE_KEY = 'notify-in-browser';

/** The shell's own notifications while the page lives: of each new state of the order that comes while nobody looks. */
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

  /** Tells each new state in these words. Returns the stop. */
  start(describe: (order: Order) => NoticeWords): () => void {
    const stopTelling = reaction(
      () => this.order.order && `${this.order.order.orderId} ${this.order.stage}`,
      (now, before) => {
        const { order } = this.order;
        const isSameOrder = now?.split(' ')[0] === before?.split(' ')[0];
        if (!this.isOn || !order || !isSameOrder || this.platform.visibility.isVisible()) return;
        this.platform.systemNotifications?.show({ ...describe(order), tag: order.orderId });
      },
    );
    const stopListening = reaction(
      () => this.isOn,
      (isOn) => (this.order.isToldWhileHidden = isOn),
      { fireImmediately: true },
    );
    return () => {
      stopTelling();
      stopListening();
      runInAction(() => (this.order.isToldWhileHidden = false));
    };
  }
}

import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { findOrderMail, deleteOrderMails, saveOrderMail, type OrderMailRecord } from './orderMails.ts';
import type { OrderStore } from './OrderStore.ts';
import { perOrder } from './perOrder.ts';

/** `closed`: not requested; `address`, `code`: the form that is shown; `on`: confirmed on this device. */
export type MailSubscriptionStep = 'closed' | 'address' | 'code' | 'on';

interface State {
  step: MailSubscriptionStep;
  email: string;
  isBusy: boolean;
  problem: MessageId | null;
  /** The subscription that this device has stored; null before it is loaded, or if there is none */
  record: OrderMailRecord | null;
  isLoaded: boolean;
}

const begin = (): State =>
  makeAutoObservable<State>({ step: 'closed', email: '', isBusy: false, problem: null, record: null, isLoaded: false });

/**
 * The subscription of one order's page to its e-mails: enter an address, confirm it, unsubscribe. The host reveals no subscriptions,
 * so the page knows only what this device has stored.
 */
export class MailSubscriptionStore {
  private readonly state: () => State;
  private readonly platform: Platform;
  private readonly order: OrderStore;

  constructor({ platform, order }: { platform: Platform; order: OrderStore }) {
    this.platform = platform;
    this.order = order;
    this.state = perOrder(order, begin);
    makeAutoObservable<this, 'platform' | 'order' | 'state'>(
      this,
      { platform: false, order: false, state: false },
      { autoBind: true },
    );
  }

  get step(): MailSubscriptionStep {
    return this.state().step;
  }

  get email(): string {
    return this.state().email;
  }

  get isBusy(): boolean {
    return this.state().isBusy;
  }

  get problem(): MessageId | null {
    return this.state().problem;
  }

  /** Loads what this device has stored for the order on the page. */
  load(): void {
    const { orderId } = this.order;
    const state = this.state();
    if (orderId === null || state.isLoaded) return;
    state.isLoaded = true;
    state.record = findOrderMail(this.platform.storage, orderId);
    if (state.record === null) return;
    state.email = state.record.email;
    state.step = 'on';
  }

  /** Shows the form for an address, the first or another one. */
  editAddress(): void {
    const state = this.state();
    state.step = 'address';
    state.problem = null;
  }

  /** Requests a code for a valid address. */
  async send(email: string, locale: LocaleCode): Promise<void> {
    await this.act(async (order, state) => {
      await this.platform.transport.call('orders.notify', { ...order, email, locale });
      runInAction(() => {
        state.email = email;
        state.step = 'code';
      });
    });
  }

  async confirm(code: string): Promise<void> {
    const { email } = this;
    await this.act(async (order, state) => {
      const call = this.platform.transport.call('orders.confirmNotifications', { ...order, email, code });
      const { unsubscribeToken } = await call;
      const record = { orderId: order.orderId, email, unsubscribeToken };
      saveOrderMail(this.platform.storage, record);
      runInAction(() => {
        state.record = record;
        state.step = 'on';
      });
    });
  }

  async stop(): Promise<void> {
    await this.act(async ({ orderId }, state) => {
      const { record } = state;
      if (record) await this.platform.transport.call('orders.endNotifications', { token: record.unsubscribeToken });
      deleteOrderMails(this.platform.storage, orderId);
      runInAction(() => {
        state.record = null;
        state.step = 'closed';
        state.email = '';
      });
    });
  }

  private async act(
    work: (order: { orderId: string; destinationAddress: string }, state: State) => Promise<void>,
  ): Promise<void> {
    const { orderId, destinationAddress } = this.order;
    const state = this.state();
    if (state.isBusy || !orderId || !destinationAddress) return;
    state.isBusy = true;
    state.problem = null;
    try {
      await work({ orderId, destinationAddress }, state);
    } catch (error) {
      runInAction(() => (state.problem = problemOf(error)));
    } finally {
      runInAction(() => (state.isBusy = false));
    }
  }
}

function problemOf(error: unknown): MessageId {
  if (!(error instanceof ApiError)) return 'notify.mail.failed';
  if (error.code === 'ERR_TOO_MANY_REQUESTS') return 'notify.mail.tooMany';
  if (error.code === 'ERR_NOT_ACCEPTABLE') return 'notify.mail.over';
  if (error.code !== 'ERR_VALIDATION') return 'notify.mail.failed';
  return error.details?.['field'] === 'email' ? 'EMAIL_VALIDATION_ERROR' : 'notify.mail.wrongCode';
}

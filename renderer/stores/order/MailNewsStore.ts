import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { LocaleCode } from '../../i18n/locales.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { findOrderMail, forgetOrderMails, keepOrderMail, type OrderMailRecord } from './orderMails.ts';
import type { OrderStore } from './OrderStore.ts';

/** `closed`: not asked for; `address` and `code`: being asked for; `on`: confirmed from this device. */
export type MailNewsStep = 'closed' | 'address' | 'code' | 'on';

/** News of the order by e-mail: the address, its confirmation, and the end of it. What the host knows of it, it tells nobody. */
export class MailNewsStore {
  step: MailNewsStep = 'closed';
  email = '';
  isBusy = false;
  problem: MessageId | null = null;
  private orderId: string | null = null;
  private record: OrderMailRecord | null = null;
  private readonly platform: Platform;
  private readonly order: OrderStore;

  constructor({ platform, order }: { platform: Platform; order: OrderStore }) {
    this.platform = platform;
    this.order = order;
    makeAutoObservable<this, 'platform' | 'order' | 'orderId' | 'record'>(
      this,
      { platform: false, order: false, orderId: false, record: false },
      { autoBind: true },
    );
  }

  /** Takes up an order as this device left it. */
  show(orderId: string): void {
    if (orderId === this.orderId) return;
    this.record = findOrderMail(this.platform.storage, orderId);
    this.orderId = orderId;
    this.email = this.record?.email ?? '';
    this.step = this.record ? 'on' : 'closed';
    this.problem = null;
  }

  /** Asks for the address, also for another one. */
  ask(): void {
    this.step = 'address';
    this.problem = null;
  }

  /** Has a code sent to a valid address. */
  async send(email: string, locale: LocaleCode): Promise<void> {
    await this.act(async (order) => {
      await this.platform.transport.call('orders.notify', { ...order, email, locale });
      runInAction(() => {
        this.email = email;
        this.step = 'code';
      });
    });
  }

  async confirm(code: string): Promise<void> {
    const { email } = this;
    await this.act(async (order) => {
      const call = this.platform.transport.call('orders.confirmNotifications', { ...order, email, code });
      const { unsubscribeToken } = await call;
      this.record = { orderId: order.orderId, email, unsubscribeToken };
      keepOrderMail(this.platform.storage, this.record);
      runInAction(() => (this.step = 'on'));
    });
  }

  async stop(): Promise<void> {
    await this.act(async ({ orderId }) => {
      if (this.record) await this.platform.transport.call('orders.endNotifications', { token: this.record.unsubscribeToken });
      this.record = null;
      forgetOrderMails(this.platform.storage, orderId);
      runInAction(() => {
        this.step = 'closed';
        this.email = '';
      });
    });
  }

  private async act(work: (order: { orderId: string; destinationAddress: string }) => Promise<void>): Promise<void> {
    const { orderId, destinationAddress } = this.order;
    if (this.isBusy || !orderId || !destinationAddress) return;
    this.isBusy = true;
    this.problem = null;
    try {
      await work({ orderId, destinationAddress });
    } catch (error) {
      runInAction(() => (this.problem = problemOf(error)));
    } finally {
      runInAction(() => (this.isBusy = false));
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

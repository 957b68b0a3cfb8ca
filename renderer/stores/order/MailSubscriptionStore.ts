import { makeAutoObservable } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { FormStore } from '../base/FormStore.ts';
import { findOrderMail, deleteOrderMails, saveOrderMail, type OrderMailRecord } from '../deviceOrders/orderMails.ts';
import type { OrderStore } from './OrderStore.ts';
import { perOrder } from './perOrder.ts';

/** `closed`: not requested; `address`, `code`: the form that is shown; `on`: confirmed on this device. */
export type MailSubscriptionStep = 'closed' | 'address' | 'code' | 'on';

interface Fields {
  step: MailSubscriptionStep;
  email: string;
  /** The subscription that this device has stored; null before it is loaded, or if there is none */
  record: OrderMailRecord | null;
  isLoaded: boolean;
}
type Form = FormStore<Fields, MessageId>;

const begin = (): Form =>
  new FormStore<Fields, MessageId>({
    fields: { step: 'closed', email: '', record: null, isLoaded: false },
    problemOf,
  });

/**
 * The subscription of one order's page to its e-mails: enter an address, confirm it, unsubscribe. The host reveals no subscriptions,
 * so the page knows only what this device has stored.
 */
export class MailSubscriptionStore {
  readonly #formOfOrder: () => Form;
  readonly #platform: Platform;
  readonly #order: OrderStore;

  constructor({ platform, order }: { platform: Platform; order: OrderStore }) {
    this.#platform = platform;
    this.#order = order;
    this.#formOfOrder = perOrder(order, begin);
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** The form of the order on the page. */
  get form(): Form {
    return this.#formOfOrder();
  }

  get step(): MailSubscriptionStep {
    return this.form.fields.step;
  }

  get email(): string {
    return this.form.fields.email;
  }

  /** Loads what this device has stored for the order on the page. */
  load(): void {
    const { orderId } = this.#order;
    const { form } = this;
    if (orderId === null || form.fields.isLoaded) return;
    const record = findOrderMail(this.#platform.storage, orderId);
    form.set({ isLoaded: true, record, ...(record && { email: record.email, step: 'on' }) });
  }

  /** Shows the form for an address, the first or another one. */
  editAddress(): void {
    this.form.set({ step: 'address' });
  }

  /** Requests a code for a valid address. */
  async send(email: string, locale: LocaleCode): Promise<void> {
    await this.act(async (order, form) => {
      await this.#platform.transport.call('orders.notify', { ...order, email, locale });
      form.set({ email, step: 'code' });
    });
  }

  async confirm(code: string): Promise<void> {
    const { email } = this;
    await this.act(async (order, form) => {
      const call = this.#platform.transport.call('orders.confirmNotifications', { ...order, email, code });
      const { unsubscribeToken } = await call;
      const record = { orderId: order.orderId, email, unsubscribeToken };
      saveOrderMail(this.#platform.storage, record);
      form.set({ record, step: 'on' });
    });
  }

  async stop(): Promise<void> {
    await this.act(async ({ orderId }, form) => {
      const { record } = form.fields;
      if (record) await this.#platform.transport.call('orders.endNotifications', { token: record.unsubscribeToken });
      deleteOrderMails(this.#platform.storage, orderId);
      form.set({ record: null, step: 'closed', email: '' });
    });
  }

  private async act(work: (order: { orderId: string; destinationAddress: string }, form: Form) => Promise<void>): Promise<void> {
    const { orderId, destinationAddress } = this.#order;
    const { form } = this;
    if (orderId && destinationAddress) await form.submit(() => work({ orderId, destinationAddress }, form));
  }
}

function problemOf(error: unknown): MessageId {
  if (!(error instanceof ApiError)) return 'notify.mail.failed';
  if (error.code === 'ERR_TOO_MANY_REQUESTS') return 'notify.mail.tooMany';
  if (error.code === 'ERR_NOT_ACCEPTABLE') return 'notify.mail.over';
  if (error.code !== 'ERR_VALIDATION') return 'notify.mail.failed';
  return error.details?.['field'] === 'email' ? 'EMAIL_VALIDATION_ERROR' : 'notify.mail.wrongCode';
}

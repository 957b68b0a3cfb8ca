import { makeAutoObservable } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { FormStore } from '../base/FormStore.ts';
import { orderGroup } from './orderGroup.ts';
import type { OrderStore } from './OrderStore.ts';
import { storeGroup } from '../storeGroup.ts';
import type { OrderTokens } from '../deviceOrders/OrderTokens.ts';
import { perOrder } from './perOrder.ts';

interface Dependencies {
  platform: Platform;
  order: OrderStore;
  tokens: OrderTokens;
}

/** Sets the order's e-mail after creation (§7 set-email). The order shows it masked. */
export class OrderEmailStore {
  readonly #formOfOrder: () => FormStore<object, MessageId>;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#formOfOrder = perOrder(dependencies.order, () => new FormStore({ fields: {}, problemOf: emailProblem }));
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** The form of the order on the page. */
  get form(): FormStore<object, MessageId> {
    return this.#formOfOrder();
  }

  /** Saves a valid e-mail address. */
  async send(userEmail: string): Promise<void> {
    const { platform, order, tokens } = this.#dependencies;
    const { orderId } = order;
    if (!orderId) return;
    await this.form.submit(async () => {
      try {
        await tokens.use(orderId, (options) => platform.transport.call('orders.setEmail', { orderId, userEmail }, options));
      } finally {
        // The response is not an order. After a failure, another client may have set it: the order shows that.
        await order.refresh();
      }
    });
  }
}

/** The store of the order's e-mail. */
export const orderEmailGroup = storeGroup((stores) => {
  const { platform, order, orderTokens: tokens } = orderGroup(stores);
  return { orderEmail: new OrderEmailStore({ platform, order, tokens }) };
});

function emailProblem(error: unknown): MessageId {
  if (!(error instanceof ApiError)) return 'order.email.notSaved';
  if (error.code === 'ERR_NOT_ACCEPTABLE') return 'error_email_already_set';
  return error.code === 'ERR_VALIDATION' ? 'EMAIL_VALIDATION_ERROR' : 'order.email.notSaved';
}

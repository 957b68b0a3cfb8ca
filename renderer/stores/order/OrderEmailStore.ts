import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { orderGroup } from './orderGroup.ts';
import type { OrderStore } from './OrderStore.ts';
import { storeGroup } from '../storeGroup.ts';
import type { OrderTokens } from './OrderTokens.ts';
import { perOrder } from './perOrder.ts';

interface State {
  isSending: boolean;
  problem: MessageId | null;
}

const begin = (): State => makeAutoObservable<State>({ isSending: false, problem: null });

interface Dependencies {
  platform: Platform;
  order: OrderStore;
  tokens: OrderTokens;
}

/** Sets the order's e-mail after creation (§7 set-email). The order shows it masked. */
export class OrderEmailStore {
  private readonly state: () => State;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    this.state = perOrder(dependencies.order, begin);
    makeAutoObservable<this, 'dependencies' | 'state'>(this, { dependencies: false, state: false }, { autoBind: true });
  }

  get isSending(): boolean {
    return this.state().isSending;
  }

  get problem(): MessageId | null {
    return this.state().problem;
  }

  /** Saves a valid e-mail address. Returns true when the host accepted it. */
  async send(userEmail: string): Promise<boolean> {
    const { platform, order, tokens } = this.dependencies;
    const { orderId } = order;
    const state = this.state();
    if (state.isSending || !orderId) return false;
    state.isSending = true;
    state.problem = null;
    try {
      await tokens.use(orderId, (options) => platform.transport.call('orders.setEmail', { orderId, userEmail }, options));
      // The response is not an order, so load the order.
      await order.refresh();
      return true;
    } catch (error) {
      runInAction(() => (state.problem = emailProblem(error)));
      // Another client may have set it: the order shows that.
      await order.refresh();
      return false;
    } finally {
      runInAction(() => (state.isSending = false));
    }
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

import { makeAutoObservable, runInAction } from 'mobx';
import { EMAIL_BY_ADDRESS_FEATURE } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { OrderStore } from './OrderStore.ts';
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
  hasFeature: (feature: string) => boolean;
}

/** Where news of the order go, given after it was made (§7 set-email). The order itself shows the address masked. */
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

  /** `userEmail` must be a valid one. True when the host took it. */
  async send(userEmail: string): Promise<boolean> {
    const { platform, order, tokens, hasFeature } = this.dependencies;
    const { orderId, destinationAddress } = order;
    const state = this.state();
    if (state.isSending || !orderId) return false;
    state.isSending = true;
    state.problem = null;
    try {
      // A device that opened the order without its token proves itself by the address, where the host knows that field (D30).
      const proof = destinationAddress !== null && hasFeature(EMAIL_BY_ADDRESS_FEATURE) ? { destinationAddress } : {};
      const input = { orderId, userEmail, ...proof };
      await tokens.use(orderId, (options) => platform.transport.call('orders.setEmail', input, options));
      // What the host answers is no order: it is read as always.
      await order.refresh();
      return true;
    } catch (error) {
      runInAction(() => (state.problem = emailProblem(error)));
      // Somebody else may have set it meanwhile: then the order says so.
      await order.refresh();
      return false;
    } finally {
      runInAction(() => (state.isSending = false));
    }
  }
}

function emailProblem(error: unknown): MessageId {
  if (!(error instanceof ApiError)) return 'order.email.notSaved';
  if (error.code === 'ERR_NOT_ACCEPTABLE') return 'error_email_already_set';
  return error.code === 'ERR_VALIDATION' ? 'EMAIL_VALIDATION_ERROR' : 'order.email.notSaved';
}

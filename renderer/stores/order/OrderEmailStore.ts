import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { OrderStore } from './OrderStore.ts';
import type { OrderTokens } from './OrderTokens.ts';

/** Where news of the order go, given after it was made (§7 set-email). The order itself shows the address masked. */
export class OrderEmailStore {
  isSending = false;
  problem: MessageId | null = null;
  private readonly dependencies: { platform: Platform; order: OrderStore; tokens: OrderTokens };

  constructor(dependencies: { platform: Platform; order: OrderStore; tokens: OrderTokens }) {
    this.dependencies = dependencies;
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true });
  }

  /** `userEmail` must be a valid one. True when the host took it. */
  async send(userEmail: string): Promise<boolean> {
    const { platform, order, tokens } = this.dependencies;
    const { orderId } = order;
    if (this.isSending || !orderId) return false;
    this.isSending = true;
    this.problem = null;
    try {
      const input = { orderId, userEmail };
      order.take(await tokens.use(orderId, (options) => platform.transport.call('orders.setEmail', input, options)));
      return true;
    } catch (error) {
      runInAction(() => (this.problem = emailProblem(error)));
      // Somebody else may have set it meanwhile: then the order says so.
      await order.refresh();
      return false;
    } finally {
      runInAction(() => (this.isSending = false));
    }
  }
}

function emailProblem(error: unknown): MessageId {
  if (!(error instanceof ApiError)) return 'order.email.notSaved';
  if (error.code === 'ERR_NOT_ACCEPTABLE') return 'error_email_already_set';
  return error.code === 'ERR_VALIDATION' ? 'EMAIL_VALIDATION_ERROR' : 'order.email.notSaved';
}

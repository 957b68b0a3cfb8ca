import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { OrderStore } from './OrderStore.ts';
import type { OrderTokens } from './OrderTokens.ts';

/** As any network writes it; see `TransactionHash` of the contract's schemas. */
const HASH = /^[A-Za-z0-9+/=_.@:-]{16,128}$/;

interface Dependencies {
  platform: Platform;
  order: OrderStore;
  tokens: OrderTokens;
}

/** A payment that came without its memo, claimed for the order by its transaction and the order's pass (D6). */
export class ClaimStore {
  hash = '';
  problem: MessageId | null = null;
  isSending = false;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, 'dependencies'>(this, { dependencies: false }, { autoBind: true });
  }

  setHash(text: string): void {
    this.hash = text.trim();
    this.problem = null;
  }

  /** True when the host took the claim; the order then says what became of it. */
  async send(): Promise<boolean> {
    const { platform, order, tokens } = this.dependencies;
    const { orderId, destinationAddress } = order;
    if (this.isSending || !orderId || !destinationAddress) return false;
    if (!HASH.test(this.hash)) return this.refuse(this.hash === '' ? 'claim.hashMissing' : 'claim.hashWrong');
    this.isSending = true;
    this.problem = null;
    const input = { orderId, destinationAddress, txHash: this.hash };
    try {
      order.take(await tokens.use(orderId, (options) => platform.transport.call('orders.claimDeposit', input, options)));
      runInAction(() => this.setHash(''));
      return true;
    } catch (error) {
      return this.refuse(claimProblem(error));
    } finally {
      runInAction(() => {
        this.isSending = false;
      });
    }
  }

  private refuse(problem: MessageId): false {
    runInAction(() => {
      this.problem = problem;
    });
    return false;
  }
}

function claimProblem(error: unknown): MessageId {
  if (!(error instanceof ApiError)) return 'claim.notAnswered';
  if (error.details?.['code'] === 'DEPOSIT_UNCONFIRMED') return 'claim.unconfirmed';
  switch (error.code) {
    case 'ERR_NOT_FOUND':
      return 'claim.unknown';
    case 'ERR_VALIDATION':
      return 'claim.hashWrong';
    case 'ERR_TOO_MANY_REQUESTS':
      return 'claim.tooMany';
    case 'ERR_ORDER_TOKEN_REQUIRED':
      return 'order.decision.tokenMissing';
    default:
      return 'claim.notAnswered';
  }
}

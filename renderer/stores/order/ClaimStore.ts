import { makeAutoObservable, runInAction } from 'mobx';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { OrderStore } from './OrderStore.ts';
import type { OrderTokens } from './OrderTokens.ts';
import { perOrder } from './perOrder.ts';

/** As any network writes it; see `TransactionHash` of the contract's schemas. */
const HASH = /^[A-Za-z0-9+/=_.@:-]{16,128}$/;

interface Dependencies {
  platform: Platform;
  order: OrderStore;
  tokens: OrderTokens;
}

interface State {
  hash: string;
  problem: MessageId | null;
  isSending: boolean;
}

const begin = (): State => makeAutoObservable<State>({ hash: '', problem: null, isSending: false });

/** A payment that came without its memo, or on another network, claimed for the order by its transaction and the order's pass (D6). */
export class ClaimStore {
  private readonly state: () => State;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    this.state = perOrder(dependencies.order, begin);
    makeAutoObservable<this, 'dependencies' | 'state'>(this, { dependencies: false, state: false }, { autoBind: true });
  }

  get hash(): string {
    return this.state().hash;
  }

  get problem(): MessageId | null {
    return this.state().problem;
  }

  get isSending(): boolean {
    return this.state().isSending;
  }

  setHash(text: string): void {
    const state = this.state();
    state.hash = text.trim();
    state.problem = null;
  }

  /** True when the host took the claim and its order is still shown, which then says what became of it. */
  async send(): Promise<boolean> {
    const { platform, order, tokens } = this.dependencies;
    const { orderId, destinationAddress } = order;
    const state = this.state();
    if (state.isSending || !orderId || !destinationAddress) return false;
    if (!HASH.test(state.hash)) return refuse(state, state.hash === '' ? 'claim.hashMissing' : 'claim.hashWrong');
    state.isSending = true;
    state.problem = null;
    const input = { orderId, destinationAddress, txHash: state.hash };
    try {
      order.take(await tokens.use(orderId, (options) => platform.transport.call('orders.claimDeposit', input, options)));
      runInAction(() => {
        state.hash = '';
      });
      return orderId === order.orderId;
    } catch (error) {
      const hasOwnAddress = order.order?.depositAddressMemo === null;
      return refuse(state, claimProblem(error, hasOwnAddress));
    } finally {
      runInAction(() => {
        state.isSending = false;
      });
    }
  }
}

function refuse(state: State, problem: MessageId): false {
  runInAction(() => {
    state.problem = problem;
  });
  return false;
}

function claimProblem(error: unknown, hasOwnAddress: boolean): MessageId {
  if (!(error instanceof ApiError)) return 'claim.notAnswered';
  if (error.details?.['code'] === 'DEPOSIT_UNCONFIRMED') return 'claim.unconfirmed';
  if (error.details?.['code'] === 'DEPOSIT_UNREADABLE') return 'claim.unreadable';
  if (error.details?.['code'] === 'NETWORK_SILENT') return 'claim.silent';
  switch (error.code) {
    case 'ERR_NOT_FOUND':
      return hasOwnAddress ? 'claim.unknownElsewhere' : 'claim.unknown';
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

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ExtraDeposit } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { decisionProblem } from './decisionProblem.ts';
import { orderGroup } from './orderGroup.ts';
import type { OrderStore } from './OrderStore.ts';
import { storeGroup } from '../storeGroup.ts';
import type { OrderTokens } from '../deviceOrders/OrderTokens.ts';
import { perOrder } from './perOrder.ts';
import { pollWhileVisible } from '../base/pollWhileVisible.ts';
import { RefundAddress } from './RefundAddress.ts';

/** The poll interval in ms for extra deposits. */
const REFRESH_MS = 10_000;

interface Dependencies {
  platform: Platform;
  order: OrderStore;
  tokens: OrderTokens;
}

/** Identifies an extra deposit by coin, hash and transfer index. The same hash may exist on several networks. */
export const extraKey = ({
  depositTxHash,
  depositIndex,
  instrument,
}: Pick<ExtraDeposit, 'depositTxHash' | 'depositIndex' | 'instrument'>): string =>
  `${instrument.slug}:${depositTxHash}:${depositIndex}`;

interface State {
  list: ExtraDeposit[];
  hasFailed: boolean;
  busy: string | null;
  problem: { key: string; message: MessageId } | null;
  addresses: Map<string, RefundAddress>;
}

const begin = (): State =>
  makeAutoObservable<State>(
    { list: [], hasFailed: false, busy: null, problem: null, addresses: new Map() },
    { list: observableRef, addresses: false },
  );

/** The extra deposits of the order (D6). Each can be refunded less the network fee, whatever the order's status. */
export class ExtraDepositStore {
  readonly #state: () => State;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#state = perOrder(dependencies.order, begin);
    makeAutoObservable(this, { addressFor: false, asksForAddress: false }, { autoBind: true });
  }

  get list(): readonly ExtraDeposit[] {
    return this.#state().list;
  }

  /** The last request failed, so the list may be outdated. */
  get hasFailed(): boolean {
    return this.#state().hasFailed;
  }

  /** {@link extraKey} of the deposit whose refund is being requested. */
  get busy(): string | null {
    return this.#state().busy;
  }

  get problem(): State['problem'] {
    return this.#state().problem;
  }

  /** True when all are refunded and the order has no other. */
  get isSettled(): boolean {
    const { order } = this.#dependencies.order;
    const { list } = this;
    const named = order?.deposits.filter(({ isExtra }) => isExtra === true).length ?? 0;
    const isNew = order?.attention?.reason === 'EXTRA_DEPOSIT' || named > list.length;
    return !isNew && list.length > 0 && list.every(isRefunded);
  }

  /** Returns the refund address input of a deposit. Each deposit has its own, because it may be another coin. */
  addressFor(deposit: ExtraDeposit): RefundAddress {
    const key = extraKey(deposit);
    const { addresses } = this.#state();
    const address = addresses.get(key) ?? new RefundAddress(this.#dependencies);
    addresses.set(key, address);
    return address;
  }

  /** True when no address is known, or the customer wants another one. */
  asksForAddress(deposit: ExtraDeposit): boolean {
    return deposit.refundAddress === null || this.addressFor(deposit).isWanted;
  }

  /** Never rejects. */
  async load(): Promise<void> {
    const { platform, order } = this.#dependencies;
    const { orderId } = order;
    if (!orderId) return;
    const state = this.#state();
    const wereOpen = !state.list.every(isRefunded);
    try {
      const { extra = [] } = await platform.transport.call('orders.refundInfo', { orderId });
      runInAction(() => {
        state.list = extra;
        state.hasFailed = false;
      });
    } catch {
      runInAction(() => {
        state.hasFailed = true;
      });
    }
    // An ended order is not polled, but it contains the transactions of these refunds.
    if (orderId === order.orderId && order.isSettled && (wereOpen || !this.isSettled)) await order.refresh();
  }

  /** Polls until {@link isSettled}. Returns a function that stops it. */
  start(): () => void {
    return pollWhileVisible({
      platform: this.#dependencies.platform,
      intervalMs: () => REFRESH_MS,
      poll: this.load,
      isDone: () => this.isSettled,
    });
  }

  /** Requests the refund of one deposit with the amount and fee shown (D5, D8). */
  async refund(deposit: ExtraDeposit): Promise<void> {
    const { platform, order, tokens } = this.#dependencies;
    const { orderId, destinationAddress } = order;
    const { depositTxHash, depositIndex, instrument, refundAmount, networkFee } = deposit;
    const state = this.#state();
    if (state.busy !== null || !orderId || !destinationAddress || refundAmount === null || networkFee === null) return;
    const key = extraKey(deposit);
    const address = this.asksForAddress(deposit) ? this.addressFor(deposit) : null;
    const requiresMemo = order.order?.pair.instrumentFrom.requiresMemo ?? false;
    state.busy = key;
    state.problem = null;
    try {
      if (address && !(await address.check({ instrument, requiresMemo }))) return;
      const shown = { refundAmount, claimedNetworkFee: networkFee, depositTxHash, depositIndex };
      const input = { orderId, destinationAddress, ...shown, ...address?.fields };
      order.take(await tokens.use(orderId, (options) => platform.transport.call('orders.requestRefund', input, options)));
      await this.load();
    } catch (error) {
      await this.explain(state, key, error, address);
    } finally {
      runInAction(() => {
        state.busy = null;
      });
    }
  }

  private async explain(state: State, key: string, error: unknown, address: RefundAddress | null): Promise<void> {
    if (address?.take(error)) return;
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'ERR_RATE_CHANGED' || code === 'ERR_NOT_ACCEPTABLE') await this.load();
    if (code === 'ERR_NOT_ACCEPTABLE') await this.#dependencies.order.refresh();
    const isOpen = state.list.some((deposit) => extraKey(deposit) === key && deposit.state === 'HERE');
    runInAction(() => {
      state.problem = { key, message: decisionProblem('refund', error, state.hasFailed ? null : isOpen) };
    });
  }
}

/** The store of extra deposits. */
export const extraDepositsGroup = storeGroup((stores) => {
  const { platform, order, orderTokens: tokens } = orderGroup(stores);
  return { extraDeposits: new ExtraDepositStore({ platform, order, tokens }) };
});

const isRefunded = ({ state }: ExtraDeposit): boolean => state === 'REFUNDED';

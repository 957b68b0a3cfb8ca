import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ExtraDeposit, Order } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { decisionProblem } from './decisionProblem.ts';
import type { OrderStore } from './OrderStore.ts';
import type { OrderTokens } from './OrderTokens.ts';
import { perOrder } from './perOrder.ts';
import { pollWhileVisible } from './pollWhileVisible.ts';
import { RefundAddress } from './RefundAddress.ts';

/** Confirmations, fees and refunds of deposits that came besides; the order itself is followed elsewhere. */
const REFRESH_MS = 10_000;

interface Dependencies {
  platform: Platform;
  order: OrderStore;
  tokens: OrderTokens;
}

/** Which transfer of which transaction, in which coin: one hash may be a transaction on several networks. */
export const extraKey = ({
  depositTxHash,
  depositIndex,
  instrument,
}: Pick<ExtraDeposit, 'depositTxHash' | 'depositIndex' | 'instrument'>): string =>
  `${instrument.slug}:${depositTxHash}:${depositIndex}`;

/** True when money came to this order besides what it is about (D6). */
export function hasExtra({ deposits, refunds, attention }: Order): boolean {
  return attention?.reason === 'EXTRA_DEPOSIT' || [...deposits, ...refunds].some(({ isExtra }) => isExtra === true);
}

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

/** Money that came besides what the order is about (D6): each is given back for the network's fee, whatever became of the order. */
export class ExtraDepositStore {
  private readonly state: () => State;
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    this.state = perOrder(dependencies.order, begin);
    makeAutoObservable<this, 'dependencies' | 'state'>(
      this,
      { dependencies: false, state: false, addressFor: false, asksForAddress: false },
      { autoBind: true },
    );
  }

  get list(): readonly ExtraDeposit[] {
    return this.state().list;
  }

  /** The last fetch had no answer; what is shown may be old. */
  get hasFailed(): boolean {
    return this.state().hasFailed;
  }

  /** {@link extraKey} of the one that is being asked for. */
  get busy(): string | null {
    return this.state().busy;
  }

  get problem(): State['problem'] {
    return this.state().problem;
  }

  /** All are given back, and the order names no other one. */
  get isSettled(): boolean {
    const { order } = this.dependencies.order;
    const { list } = this;
    const named = order?.deposits.filter(({ isExtra }) => isExtra === true).length ?? 0;
    const isNew = order?.attention?.reason === 'EXTRA_DEPOSIT' || named > list.length;
    return !isNew && list.length > 0 && list.every(isGivenBack);
  }

  /** Where the customer wants one of them; each has its own, for each may be another coin. */
  addressFor(deposit: ExtraDeposit): RefundAddress {
    const key = extraKey(deposit);
    const { addresses } = this.state();
    const address = addresses.get(key) ?? new RefundAddress(this.dependencies);
    addresses.set(key, address);
    return address;
  }

  /** No address is known for it, or its customer wants another. */
  asksForAddress(deposit: ExtraDeposit): boolean {
    return deposit.refundAddress === null || this.addressFor(deposit).isWanted;
  }

  /** Never rejects. */
  async load(): Promise<void> {
    const { platform, order } = this.dependencies;
    const { orderId } = order;
    if (!orderId) return;
    const state = this.state();
    const wereOpen = !state.list.every(isGivenBack);
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
    // Nobody follows an order that has ended, and it names the transactions of these refunds.
    if (orderId === order.orderId && order.isSettled && (wereOpen || !this.isSettled)) await order.refresh();
  }

  /** Follows them until {@link isSettled}. Returns the stop. */
  start(): () => void {
    return pollWhileVisible({
      platform: this.dependencies.platform,
      intervalMs: () => REFRESH_MS,
      poll: this.load,
      isDone: () => this.isSettled,
      isDue: true,
    });
  }

  /** Gives one back, for the amount and the fee that were shown (D5, D8). */
  async refund(deposit: ExtraDeposit): Promise<void> {
    const { platform, order, tokens } = this.dependencies;
    const { orderId, destinationAddress } = order;
    const { depositTxHash, depositIndex, instrument, refundAmount, networkFee } = deposit;
    const state = this.state();
    if (state.busy !== null || !orderId || !destinationAddress || refundAmount === null || networkFee === null) return;
    const key = extraKey(deposit);
    const address = this.asksForAddress(deposit) ? this.addressFor(deposit) : null;
    const requiresMemo = order.order?.pair.instrumentFrom.requiresMemo ?? false;
    state.busy = key;
    state.problem = null;
    try {
      if (address && !(await address.check({ instrument, destinationAddress, requiresMemo }))) return;
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
    if (code === 'ERR_NOT_ACCEPTABLE') await this.dependencies.order.refresh();
    const isHere = state.list.some((deposit) => extraKey(deposit) === key && deposit.state === 'HERE');
    runInAction(() => {
      state.problem = { key, message: decisionProblem('refund', error, state.hasFailed ? null : isHere) };
    });
  }
}

const isGivenBack = ({ state }: ExtraDeposit): boolean => state === 'REFUNDED';

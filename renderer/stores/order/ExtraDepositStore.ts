import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ExtraDeposit, Order } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { decisionProblem } from './decisionProblem.ts';
import type { OrderStore } from './OrderStore.ts';
import type { OrderTokens } from './OrderTokens.ts';
import { pollWhileVisible } from './pollWhileVisible.ts';
import { RefundAddress } from './RefundAddress.ts';

/** Confirmations, fees and refunds of deposits that came besides; the order itself is followed elsewhere. */
const REFRESH_MS = 10_000;

interface Dependencies {
  platform: Platform;
  order: OrderStore;
  tokens: OrderTokens;
}

/** Which transfer of which transaction. */
export const extraKey = ({ depositTxHash, depositIndex }: Pick<ExtraDeposit, 'depositTxHash' | 'depositIndex'>): string =>
  `${depositTxHash}:${depositIndex}`;

/** True when money came to this order besides what it is about (D6). */
export function hasExtra({ deposits, refunds, attention }: Order): boolean {
  return attention?.reason === 'EXTRA_DEPOSIT' || [...deposits, ...refunds].some(({ isExtra }) => isExtra === true);
}

/** Money that came besides what the order is about (D6): each is given back for the network's fee, whatever became of the order. */
export class ExtraDepositStore {
  list: ExtraDeposit[] = [];
  /** The last fetch had no answer; what is shown may be old. */
  hasFailed = false;
  /** {@link extraKey} of the one that is being asked for. */
  busy: string | null = null;
  problem: { key: string; message: MessageId } | null = null;
  private orderId: string | null = null;
  private readonly addresses = new Map<string, RefundAddress>();
  private readonly dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.dependencies = dependencies;
    makeAutoObservable<this, 'dependencies' | 'addresses' | 'orderId'>(
      this,
      { dependencies: false, addresses: false, orderId: false, addressFor: false, list: observableRef },
      { autoBind: true },
    );
  }

  /** Where the customer wants one of them; each has its own, for each may be another coin. */
  addressFor(deposit: ExtraDeposit): RefundAddress {
    const key = extraKey(deposit);
    const address = this.addresses.get(key) ?? new RefundAddress(this.dependencies);
    this.addresses.set(key, address);
    return address;
  }

  /** Never rejects. */
  async load(): Promise<void> {
    const { platform, order } = this.dependencies;
    const { orderId } = order;
    if (!orderId) return;
    if (orderId !== this.orderId) this.forget(orderId);
    try {
      const { extra = [] } = await platform.transport.call('orders.refundInfo', { orderId });
      runInAction(() => {
        if (orderId !== order.orderId) return;
        this.list = extra;
        this.hasFailed = false;
      });
    } catch {
      runInAction(() => {
        this.hasFailed = true;
      });
    }
  }

  /** Follows them until all are given back. Returns the stop. */
  start(): () => void {
    return pollWhileVisible({
      platform: this.dependencies.platform,
      intervalMs: () => REFRESH_MS,
      poll: this.load,
      isDone: () => this.list.length > 0 && this.list.every(({ state }) => state === 'REFUNDED'),
      isDue: true,
    });
  }

  /** Gives one back, for the amount and the fee that were shown (D5, D8). */
  async refund(deposit: ExtraDeposit): Promise<void> {
    const { platform, order, tokens } = this.dependencies;
    const { orderId, destinationAddress } = order;
    const { depositTxHash, depositIndex, instrument, refundAddress, refundAmount, networkFee } = deposit;
    if (this.busy !== null || !orderId || !destinationAddress || refundAmount === null || networkFee === null) return;
    const key = extraKey(deposit);
    const address = refundAddress === null ? this.addressFor(deposit) : null;
    this.busy = key;
    this.problem = null;
    try {
      if (address && !(await address.check({ instrument, destinationAddress }))) return;
      const shown = { refundAmount, claimedNetworkFee: networkFee, depositTxHash, depositIndex };
      const input = { orderId, destinationAddress, ...shown, ...address?.fields };
      order.take(await tokens.use(orderId, (options) => platform.transport.call('orders.requestRefund', input, options)));
      await this.load();
    } catch (error) {
      await this.explain(key, error, address);
    } finally {
      runInAction(() => {
        this.busy = null;
      });
    }
  }

  private async explain(key: string, error: unknown, address: RefundAddress | null): Promise<void> {
    if (address?.take(error)) return;
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'ERR_RATE_CHANGED' || code === 'ERR_NOT_ACCEPTABLE') await this.load();
    if (code === 'ERR_NOT_ACCEPTABLE') await this.dependencies.order.refresh();
    runInAction(() => {
      this.problem = { key, message: decisionProblem('refund', error) };
    });
  }

  /** Another order came to the page. */
  private forget(orderId: string): void {
    this.orderId = orderId;
    this.list = [];
    this.hasFailed = false;
    this.problem = null;
    this.addresses.clear();
  }
}

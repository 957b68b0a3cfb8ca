import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Order, OrderRefundInfo } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import { amount, subtract, type Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { decisionProblem } from './decisionProblem.ts';
import type { OrderStore } from './OrderStore.ts';
import type { OrderTokens } from './OrderTokens.ts';
import { pollWhileVisible } from './pollWhileVisible.ts';
import { RefundAddress } from './RefundAddress.ts';

/** Not even a host that answers "valid until now" is asked more often. */
const SHORTEST_REFRESH_MS = 2_000;
const RETRY_MS = 5_000;

export interface DecisionSnapshot {
  orderId: string;
  info: OrderRefundInfo;
}

interface Dependencies {
  platform: Platform;
  order: OrderStore;
  tokens: OrderTokens;
  /** Whether this host lets only the holder of the order token decide (D3). */
  needsToken: () => boolean;
}

/** The customer's choice between today's rate and a refund (§4, D5, D6, D8): both are asked of the host, with their prices. */
export class DecisionStore {
  info: OrderRefundInfo | null;
  /** The last fetch failed; what is shown may be old. */
  hasFailed = false;
  busy: 'accept' | 'refund' | null = null;
  problem: MessageId | null = null;
  /** What the offer was when the customer agreed and the rate had moved on; null otherwise. In instrumentTo. */
  previousAmountToGet: Decimal | null = null;
  readonly refundTo: RefundAddress;
  private infoOrderId: string | null;
  private readonly dependencies: Dependencies;

  constructor({ snapshot, ...dependencies }: Dependencies & { snapshot: DecisionSnapshot | null }) {
    this.dependencies = dependencies;
    this.refundTo = new RefundAddress(dependencies);
    this.infoOrderId = snapshot?.orderId ?? null;
    this.info = snapshot?.info ?? null;
    makeAutoObservable<this, 'dependencies' | 'infoOrderId'>(
      this,
      { dependencies: false, infoOrderId: false, refundTo: false, info: observableRef },
      { autoBind: true },
    );
  }

  /** False: this browser may look and not decide. The order then ends by itself at its deadline. */
  get mayDecide(): boolean {
    const { order, tokens, needsToken } = this.dependencies;
    return !needsToken() || (order.orderId !== null && tokens.get(order.orderId) !== null);
  }

  /** The host knows no address to refund to, so the customer gives one now (D8). */
  get needsRefundAddress(): boolean {
    const { order } = this.dependencies.order;
    return !this.info?.refundAddress && !order?.refundAddress;
  }

  /** What comes back after the network fee, in instrumentFrom; null until known, "0" when the fee eats it all (D6). */
  get refundAmount(): Decimal | null {
    if (!this.info) return null;
    const { refundAmount, refundAmountWithoutNetworkFee, networkFee } = this.info;
    if (refundAmount !== undefined) return refundAmount;
    const isDust = amount(refundAmountWithoutNetworkFee).lte(amount(networkFee));
    return isDust ? '0' : subtract(refundAmountWithoutNetworkFee, networkFee);
  }

  async loadInfo(): Promise<void> {
    const { platform, order } = this.dependencies;
    const { orderId } = order;
    if (!orderId) return;
    if (orderId !== this.infoOrderId) this.forget(orderId);
    try {
      const info = await platform.transport.call('orders.refundInfo', { orderId });
      runInAction(() => {
        if (orderId !== order.orderId) return;
        this.info = info;
        this.hasFailed = false;
      });
    } catch {
      runInAction(() => (this.hasFailed = true));
    }
  }

  /** Keeps the offer valid for as long as the decision is open. Returns the stop. */
  start(): () => void {
    const { platform, order } = this.dependencies;
    return pollWhileVisible({
      platform,
      intervalMs: () => this.nextRefreshMs(),
      poll: this.loadInfo,
      isDone: () => order.stage !== 'decision',
      isDue: this.info === null || this.nextRefreshMs() <= SHORTEST_REFRESH_MS,
    });
  }

  /** Exchanges at the offered rate. */
  async accept(): Promise<void> {
    const { platform, order } = this.dependencies;
    const offer = this.info?.offer;
    await this.decide('accept', (orderId, destinationAddress, options) => {
      this.previousAmountToGet = offer?.amountToGet ?? null;
      const input = { orderId, destinationAddress, ...(offer && { quoteId: offer.quoteId }) };
      return platform.transport.call('orders.acceptRateModeChange', input, options);
    });
    if (order.stage !== 'decision') runInAction(() => (this.previousAmountToGet = null));
  }

  /** Sends the money back, to the address of the order or to the one given here. */
  async refund(): Promise<void> {
    const { platform } = this.dependencies;
    const refundAmount = this.refundAmount;
    const networkFee = this.info?.networkFee;
    if (refundAmount === null || networkFee === undefined || !(await this.isRefundAddressGood())) return;
    await this.decide('refund', (orderId, destinationAddress, options) =>
      platform.transport.call(
        'orders.requestRefund',
        {
          orderId,
          destinationAddress,
          ...(this.needsRefundAddress && this.refundTo.fields),
          refundAmount,
          claimedNetworkFee: networkFee,
        },
        options,
      ),
    );
  }

  /** For the next render of the same page. */
  snapshot(): DecisionSnapshot | null {
    return this.info && this.infoOrderId ? { orderId: this.infoOrderId, info: this.info } : null;
  }

  /** Another order came to the page: nothing of the last one may be shown or sent for it. */
  private forget(orderId: string): void {
    this.infoOrderId = orderId;
    this.info = null;
    this.hasFailed = false;
    this.problem = null;
    this.previousAmountToGet = null;
    this.refundTo.clear();
  }

  private async decide(
    kind: 'accept' | 'refund',
    call: (orderId: string, destinationAddress: string, options: { orderToken?: string }) => Promise<Order>,
  ): Promise<void> {
    const { order, tokens } = this.dependencies;
    const { orderId, destinationAddress } = order;
    if (this.busy || !orderId || !destinationAddress) return;
    this.busy = kind;
    this.problem = null;
    try {
      order.take(await tokens.use(orderId, (options) => call(orderId, destinationAddress, options)));
    } catch (error) {
      await this.explain(kind, error);
    } finally {
      runInAction(() => (this.busy = null));
    }
  }

  private async explain(kind: 'accept' | 'refund', error: unknown): Promise<void> {
    if (kind === 'refund' && this.refundTo.take(error)) return;
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'ERR_RATE_CHANGED') await this.loadInfo();
    // D7: somebody (another tab, the deadline) was first; the order is shown as it now is.
    if (code === 'ERR_NOT_ACCEPTABLE') await this.dependencies.order.refresh();
    this.say(decisionProblem(kind, error));
  }

  private async isRefundAddressGood(): Promise<boolean> {
    const { order } = this.dependencies;
    const instrument = order.order?.pair.instrumentFrom;
    if (!this.needsRefundAddress || !instrument) return !this.needsRefundAddress;
    try {
      return await this.refundTo.check({ instrument, destinationAddress: order.destinationAddress });
    } catch (error) {
      this.say(decisionProblem('refund', error));
      return false;
    }
  }

  private say(problem: MessageId): void {
    this.problem = problem;
  }

  private nextRefreshMs(): number {
    if (this.hasFailed || !this.info) return RETRY_MS;
    const { offer } = this.info;
    if (!offer) return RETRY_MS * 2;
    return Math.max(SHORTEST_REFRESH_MS, Date.parse(offer.validUntil) - this.dependencies.order.serverNow());
  }
}

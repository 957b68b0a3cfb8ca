import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Order, OrderRefundInfo } from '../../../contract/api/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import { amount, subtract, type Decimal } from '../../../contract/money.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { decisionProblem, type DecisionKind } from './decisionProblem.ts';
import { decisionReason } from '../../../contract/orderStage.ts';
import type { OrderStore } from './OrderStore.ts';
import type { OrderTokens } from '../deviceOrders/OrderTokens.ts';
import { perOrder } from './perOrder.ts';
import { pollWhileVisible } from '../base/pollWhileVisible.ts';
import { RefundAddress } from './RefundAddress.ts';

/** Minimum delay in ms between refreshes of the offer. */
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
  /** Whether the order belongs to the signed-in customer, who needs no token. */
  isOwn: (orderId: string) => boolean;
}

interface State {
  info: OrderRefundInfo | null;
  hasFailed: boolean;
  busy: DecisionKind | null;
  problem: MessageId | null;
  /** The decision that `problem` is about */
  question: string | null;
  previousAmountToGet: Decimal | null;
  refundTo: RefundAddress;
}

interface Reference {
  orderId: string;
  destinationAddress: string;
}

/** The decision between the current rate and a refund, with the amounts of both (§4, D5, D6, D8). */
export class DecisionStore {
  readonly #state: () => State;
  readonly #dependencies: Dependencies;

  constructor({ snapshot, ...dependencies }: Dependencies & { snapshot: DecisionSnapshot | null }) {
    this.#dependencies = dependencies;
    this.#state = perOrder(dependencies.order, (orderId) =>
      makeAutoObservable<State>(
        {
          info: snapshot?.orderId === orderId ? snapshot.info : null,
          hasFailed: false,
          busy: null,
          problem: null,
          question: null,
          previousAmountToGet: null,
          refundTo: new RefundAddress(dependencies),
        },
        { info: observableRef, refundTo: false },
      ),
    );
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get info(): OrderRefundInfo | null {
    return this.#state().info;
  }

  /** The last request failed, so the amounts may be outdated. */
  get hasFailed(): boolean {
    return this.#state().hasFailed;
  }

  get busy(): State['busy'] {
    return this.#state().busy;
  }

  /** The problem of the open decision, or of the last one. */
  get problem(): MessageId | null {
    const { problem, question } = this.#state();
    return this.question === null || this.question === question ? problem : null;
  }

  /** The offer that the customer accepted before the rate changed, in instrumentTo; null otherwise. */
  get previousAmountToGet(): Decimal | null {
    return this.#state().previousAmountToGet;
  }

  get refundTo(): RefundAddress {
    return this.#state().refundTo;
  }

  /** False: this browser has no token, and the order is not the customer's. The order then ends at its deadline. */
  get mayDecide(): boolean {
    const { order, tokens, needsToken, isOwn } = this.#dependencies;
    const { orderId } = order;
    return !needsToken() || (orderId !== null && (tokens.get(orderId) !== null || isOwn(orderId)));
  }

  /** The refund address as the host shows it, possibly masked; null when there is none. */
  get knownRefundAddress(): string | null {
    return this.info?.refundAddress ?? this.#dependencies.order.order?.refundAddress ?? null;
  }

  /** True when the customer must enter an address: none is known (D8), or another one is wanted. */
  get asksForAddress(): boolean {
    return this.knownRefundAddress === null || this.refundTo.isWanted;
  }

  /** The refund after the network fee, in instrumentFrom; null until known, "0" when the fee is not less than the deposit (D6). */
  get refundAmount(): Decimal | null {
    if (!this.info) return null;
    const { refundAmount, refundAmountWithoutNetworkFee, networkFee } = this.info;
    if (refundAmount !== undefined) return refundAmount;
    const isDust = amount(refundAmountWithoutNetworkFee).lte(amount(networkFee));
    return isDust ? '0' : subtract(refundAmountWithoutNetworkFee, networkFee);
  }

  async loadInfo(): Promise<void> {
    const { platform, order } = this.#dependencies;
    const { orderId } = order;
    if (!orderId) return;
    const state = this.#state();
    try {
      const info = await platform.transport.call('orders.refundInfo', { orderId });
      runInAction(() => {
        state.info = info;
        state.hasFailed = false;
      });
    } catch {
      runInAction(() => (state.hasFailed = true));
    }
  }

  /** Renews the offer while the decision is open. Returns a function that stops it. */
  start(): () => void {
    const { platform, order } = this.#dependencies;
    return pollWhileVisible({
      platform,
      intervalMs: () => this.nextRefreshMs(),
      poll: this.loadInfo,
      isDone: () => order.stage !== 'decision',
      isDue: this.info === null || this.nextRefreshMs() <= SHORTEST_REFRESH_MS,
    });
  }

  /** Accepts the offered rate. */
  async accept(): Promise<void> {
    const { platform, order } = this.#dependencies;
    const state = this.#state();
    const offer = state.info?.offer;
    await this.decide('accept', (reference, options) => {
      runInAction(() => (state.previousAmountToGet = offer?.amountToGet ?? null));
      const input = { ...reference, ...(offer && { quoteId: offer.quoteId }) };
      return platform.transport.call('orders.acceptRateModeChange', input, options);
    });
    if (order.stage !== 'decision') runInAction(() => (state.previousAmountToGet = null));
  }

  /** Requests the refund, to the order's address or to the entered one. */
  async refund(): Promise<void> {
    const { platform, order } = this.#dependencies;
    const { refundAmount } = this;
    const { info, refundTo } = this.#state();
    const instrument = order.order?.pair.instrumentFrom;
    if (refundAmount === null || !info || !instrument) return;
    const isGiven = this.asksForAddress;
    const { requiresMemo } = instrument;
    const shown = { refundAmount, claimedNetworkFee: info.networkFee };
    await this.decide(
      'refund',
      (reference, options) => {
        const input = { ...reference, ...(isGiven && refundTo.fields), ...shown };
        return platform.transport.call('orders.requestRefund', input, options);
      },
      async () => !isGiven || (await refundTo.check({ instrument, requiresMemo })),
    );
  }

  /** Says that the customer sends no more of a partial deposit. The order then asks for a decision. */
  async finishDeposit(): Promise<void> {
    const { transport } = this.#dependencies.platform;
    await this.decide('finish', (reference, options) => transport.call('orders.finishDeposit', reference, options));
  }

  /** Returns the state for hydration. */
  snapshot(): DecisionSnapshot | null {
    const { orderId } = this.#dependencies.order;
    return this.info && orderId ? { orderId, info: this.info } : null;
  }

  private async decide(
    kind: DecisionKind,
    call: (reference: Reference, options: { orderToken?: string }) => Promise<Order>,
    /** Runs once before any token is tried, because a response of `call` means that the host accepted the token. */
    isReady: (reference: Reference) => Promise<boolean> = () => Promise.resolve(true),
  ): Promise<void> {
    const { order, tokens } = this.#dependencies;
    const { orderId, destinationAddress } = order;
    const state = this.#state();
    if (state.busy || !orderId || !destinationAddress) return;
    state.busy = kind;
    state.problem = null;
    state.question = this.question;
    try {
      const reference = { orderId, destinationAddress };
      if (await isReady(reference)) order.take(await tokens.use(orderId, (options) => call(reference, options)));
    } catch (error) {
      await this.explain(state, kind, error);
    } finally {
      runInAction(() => (state.busy = null));
    }
  }

  private async explain(state: State, kind: DecisionKind, error: unknown): Promise<void> {
    if (kind === 'refund' && state.refundTo.take(error)) return;
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'ERR_RATE_CHANGED') await this.loadInfo();
    const { order } = this.#dependencies;
    // Another tab or the deadline may have decided first (D7). Show the current order.
    if (code === 'ERR_NOT_ACCEPTABLE') await order.refresh();
    const isStillOpen = order.isStale ? null : order.stage === 'decision';
    runInAction(() => (state.problem = decisionProblem(kind, error, isStillOpen)));
  }

  /** Identifies the open decision. Another one may follow for the same reason. */
  private get question(): string | null {
    const { order, stage } = this.#dependencies.order;
    if (!order || stage !== 'decision') return null;
    const accepted = order.orderEvents.filter(({ kind }) => kind === 'RATE_MODE_CHANGE_ACCEPTED').length;
    return `${decisionReason(order)} ${accepted}`;
  }

  private nextRefreshMs(): number {
    if (this.hasFailed || !this.info) return RETRY_MS;
    const { offer } = this.info;
    if (!offer) return RETRY_MS * 2;
    return Math.max(SHORTEST_REFRESH_MS, Date.parse(offer.validUntil) - this.#dependencies.order.serverNow());
  }
}

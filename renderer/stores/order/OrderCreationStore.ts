import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { CreateOrderInput } from '../../../contract/api/orders.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import { claimedRate, type ClaimedRate } from '../../../contract/claimedRate.ts';
import { ApiError } from '../../../contract/errors.ts';
import { CREATE_ORDER_TIMEOUT_MS } from '../../../contract/limits.ts';
import type { Clock, Platform } from '../../../contract/platform.ts';
import type { AccountOrders } from './AccountOrders.ts';
import { creationRefusal, isUnknownReferrer, type CreationRefusal } from './creationRefusal.ts';
import { fingerprintOf } from './fingerprintOf.ts';
import type { GuaranteeStore } from './GuaranteeStore.ts';
import { readDraft, removeDraft, writeDraft, type OrderDraft } from './orderDraft.ts';
import type { DeviceOrders } from '../deviceOrders/DeviceOrders.ts';
import type { OrderStore } from './OrderStore.ts';
import { randomText } from '../randomText.ts';
import { sha256Hex, type OrderTokens } from '../deviceOrders/OrderTokens.ts';

/** Delays in ms between retries after a lost response. The last one repeats. */
const RETRY_MS = [1_000, 2_000, 4_000, 8_000] as const;
const TOKEN_BYTES = 32;
const KEY_BYTES = 16;

/** What a form adds to the shown pair data. */
export type OrderDelivery = Omit<CreateOrderInput, keyof ClaimedRate | 'orderTokenHash' | 'browserFingerprint'>;

interface Dependencies {
  platform: Platform;
  clock: Clock;
  order: OrderStore;
  guarantee: Pick<GuaranteeStore, 'expect'>;
  deviceOrders: DeviceOrders;
  accountOrders: Pick<AccountOrders, 'isOn' | 'note'>;
  tokens: OrderTokens;
  /** The features that the host announces (D30). */
  hasFeature: (feature: string) => boolean;
  forgetReferrer: () => void;
}

/**
 * Creates one order exactly once, also after a lost connection or a reload. The draft with its idempotency key and order token is
 * in session storage, and every attempt sends the same request (D3, D4). `/order/pending` runs it.
 */
export class OrderCreationStore {
  draft: OrderDraft | null = null;
  state: 'idle' | 'creating' | 'retrying' | 'created' | 'refused' = 'idle';
  refusal: CreationRefusal | null = null;
  /** When the first attempt of this page started, in ms since 1970. */
  startedAt: number | null = null;
  /** What acts on a new order may load after the host has answered. */
  created: { orderId: string; draft: OrderDraft } | null = null;
  #running: { key: string; done: Promise<void> } | null = null;
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    makeAutoObservable(this, { draft: observableRef, created: observableRef, refusal: observableRef }, { autoBind: true });
  }

  /** There is no draft and no created order: the customer opened `/order/pending` directly. */
  isEmpty = false;

  /** Stores the draft for `/order/pending` with the payload of §3, and creates its order token. */
  async begin({ delivery, pair }: { delivery: OrderDelivery; pair: PairData }): Promise<void> {
    const { platform, hasFeature } = this.#dependencies;
    const orderToken = randomText(TOKEN_BYTES);
    const payload: CreateOrderInput = {
      ...claimedRate(pair),
      ...delivery,
      ...(await fingerprintOf(platform)),
      ...(hasFeature('order-token') && { orderTokenHash: await sha256Hex(orderToken) }),
    };
    this.remember({ payload, pair, idempotencyKey: randomText(KEY_BYTES), orderToken });
  }

  /** Continues the draft, after a reload the stored one. Resolves when the order is created or refused. */
  run(): Promise<void> {
    this.draft ??= readDraft(this.#dependencies.platform.sessionStorage);
    this.isEmpty = this.draft === null && this.created === null;
    if (!this.draft) return Promise.resolve();
    const key = this.draft.idempotencyKey;
    if (this.#running?.key !== key || this.state === 'refused') this.#running = { key, done: this.tryUntilDone(this.draft) };
    return this.#running.done;
  }

  /** Discards the draft. If a lost response did create the order, it expires without cost. */
  abandon(): void {
    this.draft = null;
    this.state = 'idle';
    this.refusal = null;
    this.startedAt = null;
    removeDraft(this.#dependencies.platform.sessionStorage);
  }

  private remember(draft: OrderDraft): void {
    this.draft = draft;
    this.state = 'idle';
    this.refusal = null;
    this.created = null;
    this.startedAt = null;
    writeDraft(this.#dependencies.platform.sessionStorage, draft);
  }

  private async tryUntilDone(first: OrderDraft): Promise<void> {
    const { clock } = this.#dependencies;
    const startedAt = clock.now();
    this.startedAt = startedAt;
    this.refusal = null;
    // The loop ends when the draft is discarded or replaced.
    for (let attempt = 0, draft = first; this.isCurrent(draft); attempt += 1) {
      this.show(attempt === 0 ? 'creating' : 'retrying');
      try {
        return await this.create(draft);
      } catch (error) {
        if (!this.isCurrent(draft)) return;
        if (isUnknownReferrer(error)) draft = this.withoutReferrer(draft);
        else if (!isLost(error) || clock.now() - startedAt > CREATE_ORDER_TIMEOUT_MS) return this.refuse(error);
        else {
          this.show('retrying');
          await this.waitBefore(attempt);
        }
      }
    }
  }

  private async create(draft: OrderDraft): Promise<void> {
    const { platform, order, guarantee, deviceOrders, accountOrders, tokens } = this.#dependencies;
    const { payload, idempotencyKey, orderToken } = draft;
    const answer = await platform.transport.call('orders.create', payload, { idempotencyKey });
    const { orderId } = answer;
    const hasToken = payload.orderTokenHash !== undefined;
    const { isOn } = accountOrders;
    if (isOn) accountOrders.note([orderId]);
    deviceOrders.record(answer);
    if (hasToken) tokens[isOn ? 'storeForTab' : 'store'](orderId, orderToken);
    if (!this.isCurrent(draft)) return;
    guarantee.expect(answer.orderId, payload);
    order.adopt(answer, payload.destinationAddress);
    removeDraft(platform.sessionStorage);
    runInAction(() => {
      this.draft = null;
      this.created = { orderId, draft };
      this.state = 'created';
    });
  }

  /** Removes the referrer from the draft. A different body needs a new idempotency key (D4). */
  private withoutReferrer(draft: OrderDraft): OrderDraft {
    this.#dependencies.forgetReferrer();
    const { referrerId: _, ...payload } = draft.payload;
    const changed = { ...draft, payload, idempotencyKey: randomText(KEY_BYTES) };
    this.draft = changed;
    writeDraft(this.#dependencies.platform.sessionStorage, changed);
    return changed;
  }

  private isCurrent(draft: OrderDraft): boolean {
    return this.draft?.idempotencyKey === draft.idempotencyKey;
  }

  private refuse(error: unknown): void {
    this.state = 'refused';
    this.refusal = creationRefusal(error);
  }

  private show(state: 'creating' | 'retrying'): void {
    this.state = state;
  }

  /** Waits before the next attempt, or until the device is online again. */
  private waitBefore(attempt: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        stopListening();
        resolve();
      };
      const timer = setTimeout(done, RETRY_MS[attempt] ?? RETRY_MS[RETRY_MS.length - 1]);
      const stopListening = this.#dependencies.platform.onConnectivityChange((isOnline) => {
        if (isOnline) done();
      });
    });
  }
}

/** True when the response was lost. A retry with the same key finds out whether the order exists. */
function isLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'ERR_SERVICE_UNAVAILABLE';
}

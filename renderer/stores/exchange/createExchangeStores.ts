import { reaction } from 'mobx';
import type { Clock, Platform } from '../../../contract/platform.ts';
import { createLiveFeed } from '../../api/liveFeed.ts';
import type { DialogStore } from '../DialogStore.ts';
import type { HealthStore } from '../HealthStore.ts';
import type { InstrumentStore } from '../InstrumentStore.ts';
import type { OrderCreationStore } from '../order/OrderCreationStore.ts';
import type { ReferralStore } from '../ReferralStore.ts';
import type { VisitStore } from '../VisitStore.ts';
import { DeliveryStore } from './DeliveryStore.ts';
import { fingerprintOf } from './fingerprintOf.ts';
import { keepDraft } from './exchangeDraft.ts';
import { ExchangeStore, type ExchangeSnapshot } from './ExchangeStore.ts';
import { HistoryStore, type HistorySnapshot } from './HistoryStore.ts';
import { RateStore, type RateSnapshot } from './RateStore.ts';
import { SelectorStore } from './SelectorStore.ts';
import { SubmissionStore } from './SubmissionStore.ts';

export interface ExchangesSnapshot {
  exchange: ExchangeSnapshot | null;
  rates: RateSnapshot | null;
  history: HistorySnapshot | null;
}

interface Dependencies {
  platform: Platform;
  clock: Clock;
  health: HealthStore;
  instruments: InstrumentStore;
  referral: ReferralStore;
  visit: VisitStore;
  dialogs: DialogStore;
  orderCreation: OrderCreationStore;
  brandAffiliateId: string;
  snapshot: ExchangesSnapshot | null;
}

/** The history has a point every 15 minutes. */
const HISTORY_REFRESH_MS = 5 * 60_000;

/** Creates the stores of the exchange form. */
export function createExchangeStores(dependencies: Dependencies) {
  const { platform, clock, health, instruments, referral, visit, dialogs, orderCreation, brandAffiliateId, snapshot } =
    dependencies;
  const hasFeature = (feature: string): boolean => health.hasFeature(feature);
  const feed = createLiveFeed({ platform, hasSubscriptionIds: () => hasFeature('subscription-id') });
  const rates = new RateStore({ platform, clock, feed, snapshot: snapshot?.rates ?? null });
  const exchange = new ExchangeStore({
    platform,
    rates,
    instruments,
    referrerId: () => referral.referrerId,
    snapshot: snapshot?.exchange ?? null,
  });
  const delivery = new DeliveryStore({ platform });
  const submission = new SubmissionStore({
    platform,
    exchange,
    delivery,
    dialogs,
    isServiceWorking: () => health.isFormEnabled,
    hasFeature,
    visit: () => ({ referrerId: referral.referrerId, utmData: visit.record }),
    brandAffiliateId,
    begin: async ({ payload, ...order }) =>
      orderCreation.begin({ ...order, payload: { ...payload, ...(await fingerprintOf(platform)) } }),
    adoptRate: (pair) => rates.adopt(pair),
  });
  const rateHistory = new HistoryStore({
    platform,
    hasHistory: () => hasFeature('history'),
    snapshot: snapshot?.history ?? null,
  });
  const selector = new SelectorStore({ instruments, storage: platform.storage });

  /** Starts the form's subscriptions while its page is shown. Returns the function that stops them. */
  const startExchange = (): (() => void) => {
    delivery.use(exchange.sendInstrument, exchange.receiveInstrument);
    const stops = [
      exchange.start(),
      keepDraft({ storage: platform.sessionStorage, exchange, delivery, submission }),
      reaction(
        () => [exchange.sendInstrument, exchange.receiveInstrument] as const,
        ([send, receive]) => {
          delivery.use(send, receive);
          if (send && receive) void rateHistory.load(send.slug, receive.slug);
        },
      ),
      reaction(
        () => exchange.isUnsupported,
        (isUnsupported) => isUnsupported && dialogs.open({ name: 'pairNotSupported', data: {} }),
        { fireImmediately: true },
      ),
      every(HISTORY_REFRESH_MS, () => platform.visibility.isVisible() && void rateHistory.refresh()),
      () => feed.close(),
    ];
    return () => stops.forEach((stop) => stop());
  };
  return { exchange, rates, delivery, submission, rateHistory, selector, startExchange };
}

type ExchangeStores = ReturnType<typeof createExchangeStores>;

export function takeExchangeSnapshot({ exchange, rates, rateHistory }: ExchangeStores): ExchangesSnapshot {
  return { exchange: exchange.snapshot(), rates: rates.snapshot(), history: rateHistory.snapshot() };
}

function every(milliseconds: number, action: () => void): () => void {
  const timer = setInterval(action, milliseconds);
  return () => clearInterval(timer);
}

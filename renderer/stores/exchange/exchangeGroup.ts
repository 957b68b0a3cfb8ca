import { reaction } from 'mobx';
import { createLiveFeed } from '../../api/liveFeed.ts';
import { brand } from '../../brand.ts';
import { everyVisible } from '../base/everyVisible.ts';
import type { AppStores } from '../createAppStores.ts';
import { LatestStore } from '../LatestStore.ts';
import { storeGroup } from '../storeGroup.ts';
import type { OrderCreationStore } from '../order/OrderCreationStore.ts';
import { DeliveryStore } from './DeliveryStore.ts';
import { keepDraft } from './exchangeDraft.ts';
import { ExchangeStore } from './ExchangeStore.ts';
import { RateHistoryStore } from './RateHistoryStore.ts';
import { RateStore } from './RateStore.ts';
import { SubmissionStore } from './SubmissionStore.ts';

/** The history has a point every 15 minutes. */
const HISTORY_REFRESH_MS = 5 * 60_000;

/** The stores of the pages with the exchange form. */
export const exchangeGroup = storeGroup((stores) => {
  const { platform, clock, health, instruments, referral, session, visit, dialogs, notifications, updates, restored } = stores;
  const hasFeature = (feature: string): boolean => health.hasFeature(feature);
  const feed = createLiveFeed({ platform, hasSubscriptionIds: () => hasFeature('subscription-id') });
  const rates = restored.create('rates', RateStore, { platform, clock, feed });
  const exchange = restored.create('exchange', ExchangeStore, {
    platform,
    rates,
    instruments,
    referrerId: () => referral.referrerId,
  });
  const delivery = new DeliveryStore({ platform });
  const submission = new SubmissionStore({
    platform,
    exchange,
    delivery,
    dialogs,
    isServiceWorking: () => health.isFormEnabled,
    hasFeature,
    // A referral counts for guests only (§6).
    visit: () => ({ referrerId: session.isSignedIn ? null : referral.referrerId, utmData: visit.utmData(session.isSignedIn) }),
    accountEmail: () => (session.isSignedIn ? (session.account?.email ?? null) : null),
    isBrandReferral: () => referral.queried === brand.affiliateId,
    begin: async (order) => (await loadOrderCreation(stores)).begin(order),
    adoptRate: (pair) => rates.adopt(pair),
    reportMissingCode: () => {
      notifications.show({ kind: 'error', message: 'error.partNotLoaded' });
      void updates.check();
    },
  });
  const rateHistory = restored.create('rateHistory', RateHistoryStore, { platform, hasHistory: () => hasFeature('history') });
  const latest = restored.create('latest', LatestStore, { platform });

  /** Starts the form's subscriptions while its page is shown. Returns the function that stops them. */
  const startExchange = (): (() => void) => {
    submission.reopen();
    delivery.use(exchange.sendInstrument, exchange.receiveInstrument);
    const stops = [
      exchange.start(),
      keepDraft({ storage: platform.sessionStorage, exchange, delivery, submission }),
      reaction(
        () => [exchange.sendInstrument, exchange.receiveInstrument] as const,
        ([send, receive]) => {
          delivery.use(send, receive);
          if (send && receive && !exchange.isBuying) void rateHistory.load(send.slug, receive.slug);
        },
      ),
      reaction(
        () => exchange.isUnsupported,
        (isUnsupported) => isUnsupported && dialogs.open({ name: 'pairNotSupported', data: {} }),
        { fireImmediately: true },
      ),
      // An order becomes likely: its code should be here before the button is pressed.
      reaction(
        () => delivery.destination.text !== '',
        (isLikely) => isLikely && void loadOrderCreation(stores).catch(() => undefined),
        { fireImmediately: true },
      ),
      everyVisible(platform, HISTORY_REFRESH_MS, () => void rateHistory.refresh()),
      () => feed.close(),
    ];
    return () => stops.forEach((stop) => stop());
  };
  return { exchange, rates, delivery, submission, rateHistory, latest, startExchange };
});

export type ExchangeStores = ReturnType<typeof exchangeGroup>;

/** Returns the store that creates orders. Rejects when its code cannot be loaded. */
async function loadOrderCreation(stores: AppStores): Promise<OrderCreationStore> {
  const { orderGroup } = await import('../order/orderGroup.ts');
  return orderGroup(stores).orderCreation;
}

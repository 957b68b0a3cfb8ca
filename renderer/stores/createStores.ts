import type { Clock, Platform } from '../../contract/platform.ts';
import type { LatestOrders } from '../../contract/api/orders.ts';
import { brand } from '../brand.ts';
import type { LocaleCode } from '../i18n/locales.ts';
import type { LoadMessages, Messages } from '../i18n/messages.ts';
import { announceFailures } from './announceFailures.ts';
import { DialogStore } from './DialogStore.ts';
import { HealthStore, type HealthSnapshot } from './HealthStore.ts';
import { InstrumentStore, type InstrumentSnapshot } from './InstrumentStore.ts';
import { LatestStore } from './LatestStore.ts';
import { LocaleStore } from './LocaleStore.ts';
import { NotificationStore } from './NotificationStore.ts';
import { createExchangeStores, takeExchangeSnapshot, type ExchangesSnapshot } from './exchange/createExchangeStores.ts';
import { createOrderStores, type OrdersSnapshot } from './order/createOrderStores.ts';
import { PageStore } from './PageStore.ts';
import { RedirectStore } from './RedirectStore.ts';
import { PopularStore, type PopularSnapshot } from './PopularStore.ts';
import { ReferralStore } from './ReferralStore.ts';
import { ThemeStore } from './ThemeStore.ts';
import { UpdateStore } from './UpdateStore.ts';
import { VisitStore } from './VisitStore.ts';

export interface PageFailure {
  /** The route whose loader failed. */
  routeId: string;
  status: number;
  /** A fixed sentence ("Page Not Found: …"), or the id for support. */
  data: string | { requestId: string };
}

/** Data that the server loaded for the first page, so that the browser's first render is identical. */
export interface Snapshot {
  locale: LocaleCode;
  theme: 'light' | 'dark' | null;
  /** Time of the server render, in ms since 1970. */
  renderedAt: number;
  buildId: string;
  /** Public keys that the host's configuration pins (D42), in hex. */
  signingKeys: readonly string[];
  instruments: InstrumentSnapshot;
  health: HealthSnapshot;
  latest: LatestOrders | null;
  popular: PopularSnapshot | null;
  orders: OrdersSnapshot;
  exchanges: ExchangesSnapshot;
  /** The error of the server render. The browser shows it and offers a retry. */
  failure?: PageFailure | null;
}

export interface StoreDependencies {
  platform: Platform;
  clock: Clock;
  locale: LocaleCode;
  messages: Messages;
  loadMessages: LoadMessages;
  theme: 'light' | 'dark' | null;
  buildId: string;
  /** Empty: signatures are not verified and the page does not mention them. */
  signingKeys?: readonly string[];
  snapshot: Snapshot | null;
}

export type Stores = ReturnType<typeof createStores>;

/**
 * Creates all stores of one app. Constructors only assign and make observable, `load…` fetches, and `start` subscribes and
 * returns a function that stops it. Apps share no state: on the server each request creates its own stores.
 */
export function createStores(dependencies: StoreDependencies) {
  const { clock, locale, messages, loadMessages, theme, buildId, signingKeys = [], snapshot } = dependencies;
  const notifications = new NotificationStore();
  const platform: Platform = {
    ...dependencies.platform,
    transport: announceFailures(dependencies.platform.transport, notifications),
  };
  const health = new HealthStore({ platform, snapshot: snapshot?.health ?? null });
  const referral = new ReferralStore({ platform });
  const dialogs = new DialogStore();
  const instruments = new InstrumentStore({ platform, snapshot: snapshot?.instruments ?? null });
  const visit = new VisitStore({ platform, clock });
  const orders = createOrderStores({ platform, clock, health, referral, signingKeys, snapshot: snapshot?.orders ?? null });
  const stores = {
    platform,
    clock,
    buildId,
    signingKeys,
    locale: new LocaleStore({ locale, messages, loadMessages }),
    theme: new ThemeStore({ platform, theme }),
    notifications,
    dialogs,
    instruments,
    health,
    latest: new LatestStore({ platform, snapshot: snapshot?.latest ?? null }),
    popular: new PopularStore({ platform, clock, snapshot: snapshot?.popular ?? null }),
    referral,
    visit,
    updates: new UpdateStore({ platform, clock }),
    redirects: new RedirectStore({ platform }),
    page: new PageStore({ platform }),
    ...orders,
    ...createExchangeStores({
      platform,
      clock,
      health,
      instruments,
      referral,
      visit,
      dialogs,
      orderCreation: orders.orderCreation,
      brandAffiliateId: brand.affiliateId,
      snapshot: snapshot?.exchanges ?? null,
    }),
  };
  return {
    ...stores,
    /** Starts the subscriptions of the whole app. Called in the browser only, never during server rendering. */
    start(): () => void {
      const stops = [stores.health.start(), stores.updates.start()];
      return () => stops.forEach((stop) => stop());
    },
  };
}

export function takeSnapshot(stores: Stores): Snapshot {
  return {
    locale: stores.locale.code,
    theme: stores.theme.choice,
    renderedAt: stores.clock.now(),
    buildId: stores.buildId,
    signingKeys: stores.signingKeys,
    instruments: stores.instruments.snapshot(),
    health: stores.health.snapshot(),
    latest: stores.latest.list,
    popular: stores.popular.snapshot(),
    orders: { order: stores.order.snapshot(), decision: stores.decision.snapshot(), guarantee: stores.guarantee.snapshot() },
    exchanges: takeExchangeSnapshot(stores),
  };
}

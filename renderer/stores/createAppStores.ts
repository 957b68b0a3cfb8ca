import { AFFILIATES_FEATURE } from '../../contract/features.ts';
import type { Clock, Platform } from '../../contract/platform.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import type { LoadMessages, Messages } from '../i18n/messages.ts';
import { announceFailures } from './announceFailures.ts';
import { DialogStore } from './DialogStore.ts';
import { HealthStore, type HostAnnouncement } from './HealthStore.ts';
import { InstrumentStore } from './InstrumentStore.ts';
import { LocaleStore } from './LocaleStore.ts';
import { NotificationStore } from './NotificationStore.ts';
import { PageStore } from './PageStore.ts';
import { RedirectStore } from './RedirectStore.ts';
import { ReferralStore } from './ReferralStore.ts';
import { SessionStore } from './SessionStore.ts';
import { RestoredStores, type Snapshot } from './snapshot.ts';
import { StepUpStore } from './StepUpStore.ts';
import { ThemeStore } from './ThemeStore.ts';
import { UpdateStore } from './UpdateStore.ts';
import { VisitStore } from './VisitStore.ts';

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
  /** The host's last announcement, for a first render before the host answers. */
  knownHost?: HostAnnouncement | null;
}

/** The stores that every page has. */
export interface AppStores extends ReturnType<typeof createAppStores> {}

/**
 * Creates the stores that every page has. Constructors only assign and make observable, `load…` fetches, and `start` subscribes
 * and returns a function that stops it. Apps share no state: on the server each request creates its own stores.
 */
export function createAppStores(dependencies: StoreDependencies) {
  const { clock, locale, messages, loadMessages, theme, buildId, signingKeys = [], snapshot, knownHost = null } = dependencies;
  const restored = new RestoredStores(snapshot);
  const notifications = new NotificationStore();
  const session = restored.create('session', SessionStore, { platform: dependencies.platform, clock, notifications });
  const stepUp = new StepUpStore({ session });
  const platform: Platform = {
    ...dependencies.platform,
    transport: stepUp.wrap(announceFailures(dependencies.platform.transport, notifications, () => session.end('host'))),
  };
  const health = restored.create('health', HealthStore, { platform, knownHost });
  const stores = {
    platform,
    clock,
    buildId,
    signingKeys,
    /** Creates stores that continue with the server's data. */
    restored,
    locale: new LocaleStore({ locale, messages, loadMessages }),
    theme: new ThemeStore({ platform, theme }),
    notifications,
    session,
    stepUp,
    dialogs: new DialogStore(),
    instruments: restored.create('instruments', InstrumentStore, { platform }),
    health,
    referral: new ReferralStore({ platform, countsClicks: () => !session.exists && health.hasFeature(AFFILIATES_FEATURE) }),
    visit: new VisitStore({ platform, clock }),
    updates: new UpdateStore({ platform, clock }),
    redirects: new RedirectStore({ platform }),
    page: new PageStore({ platform }),
  };
  return {
    ...stores,
    /** Starts the subscriptions of the whole app. Called in the browser only, never during server rendering. */
    start(): () => void {
      const stops = [stores.health.start(), stores.updates.start(), session.start()];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Returns the data of a page for the browser's first render. */
export function takeSnapshot({ locale, theme, clock, buildId, signingKeys, restored }: AppStores): Snapshot {
  return {
    locale: locale.code,
    theme: theme.choice,
    renderedAt: clock.now(),
    buildId,
    signingKeys,
    stores: restored.take(),
  };
}

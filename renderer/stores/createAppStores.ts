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
import type { Snapshot } from './snapshot.ts';
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
  /** The host's last announcement, for a server render during which the host does not answer. */
  knownHost?: HostAnnouncement | null;
}

/** The stores that every page has. */
export type AppStores = ReturnType<typeof createAppStores>;

/** Creates the stores that every page has. */
export function createAppStores(dependencies: StoreDependencies) {
  const { clock, locale, messages, loadMessages, theme, buildId, signingKeys = [], snapshot, knownHost } = dependencies;
  const health = snapshot?.health ?? (knownHost ? { state: 'unknown' as const, host: knownHost } : null);
  const notifications = new NotificationStore();
  const session = new SessionStore({
    platform: dependencies.platform,
    clock,
    notifications,
    snapshot: snapshot?.session ?? null,
  });
  const stepUp = new StepUpStore();
  const platform: Platform = {
    ...dependencies.platform,
    transport: stepUp.wrap(announceFailures(dependencies.platform.transport, notifications, () => session.end('host'))),
  };
  const healthStore = new HealthStore({ platform, snapshot: health });
  const stores = {
    platform,
    clock,
    buildId,
    signingKeys,
    /** What the server loaded for stores that the page adds. */
    pageSnapshot: snapshot && pageSnapshotOf(snapshot),
    locale: new LocaleStore({ locale, messages, loadMessages }),
    theme: new ThemeStore({ platform, theme }),
    notifications,
    session,
    stepUp,
    dialogs: new DialogStore(),
    instruments: new InstrumentStore({ platform, snapshot: snapshot?.instruments ?? null }),
    health: healthStore,
    referral: new ReferralStore({
      platform,
      countsClicks: () => !session.exists && healthStore.hasFeature(AFFILIATES_FEATURE),
    }),
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

/** Returns what the stores of the whole app have not taken already. */
const pageSnapshotOf = ({ session, instruments, health, ...page }: Snapshot) => page;

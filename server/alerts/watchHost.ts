import { findDatabaseLock } from '../db/database.ts';
import { createMachineMonitor } from '../health/machine.ts';
import type { Observed } from '../health/measurements.ts';
import type { Metrics } from '../health/metrics.ts';
import { createStoredStateMonitor } from '../health/storedState.ts';
import type { Availability } from '../instruments/availability.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import type { OrderContext } from '../orders/core/context.ts';
import type { MessengerSettings } from '../messenger/messengerSettings.ts';
import type { Mailer } from '../ports/mail/mailer.ts';
import type { MarketFeed } from '../ports/market/marketFeed.ts';
import type { AlertSettings } from './alertSettings.ts';
import { createAlerts, type Alerts } from './createAlerts.ts';
import { createChannels } from './channels/createChannels.ts';

interface WatchedHost extends Pick<Observed, 'settlementAt' | 'books' | 'recoveries' | 'unresolved' | 'isDatabaseAnswering'> {
  context: OrderContext;
  environment: {
    alerts: AlertSettings;
    backupRecipients: readonly string[];
    messenger: MessengerSettings | null;
    brandName: string;
    dataDirectory: string;
  };
  metrics: Metrics;
  feed: Pick<MarketFeed, 'symbols' | 'tick'>;
  availability: Pick<Availability, 'stateOf' | 'answeredAt'>;
  /** null: no mail server */
  mailer: Mailer | null;
}

/** Measures the host for its metrics and alerts, and tells operators of alerts. `parts` have to be started. */
export async function watchHost(host: WatchedHost): Promise<Pick<Alerts, 'firing' | 'parts'>> {
  const {
    context,
    environment,
    metrics,
    feed,
    availability,
    settlementAt,
    books,
    recoveries,
    unresolved,
    isDatabaseAnswering,
    mailer,
  } = host;
  const { database, catalogue, now, log } = context;
  const stored = createStoredStateMonitor(context);
  const machine = createMachineMonitor({ directory: environment.dataDirectory, log });
  const observed: Observed = {
    now,
    startedAt: now(),
    settlementAt,
    books,
    recoveries,
    unresolved,
    isDatabaseAnswering,
    databaseLock: () => findDatabaseLock(database),
    networkAnswers: () => availability.answeredAt(),
    priceAt: () => newestPrice(feed),
    shortReserves: () => shortReserves(catalogue, availability),
    errorShare: () => metrics.errorShare(),
    stored: () => stored.last(),
    isBackupExpected: environment.backupRecipients.length > 0,
    machine: () => machine.last(),
  };
  metrics.watch(observed);
  const alerts = createAlerts({
    database,
    observed,
    channels: await createChannels(environment.alerts, { mailer, messenger: environment.messenger }),
    settings: environment.alerts,
    brand: environment.brandName,
    noteClock: (offset) => machine.noteClock(offset),
    log,
  });
  return {
    firing: alerts.firing,
    parts: [
      { name: 'state of the database', start: () => stored.start() },
      { name: 'state of the machine', start: () => machine.start() },
      ...alerts.parts,
    ],
  };
}

/** Returns the time of the newest price of any coin, in ms since 1970; null before the first. */
function newestPrice(feed: Pick<MarketFeed, 'symbols' | 'tick'>): number | null {
  const times = feed.symbols().flatMap((symbol) => feed.tick(symbol)?.at ?? []);
  return times.length === 0 ? null : times.reduce((newest, at) => Math.max(newest, at));
}

/** Returns the coins that can't be received because the reserve is too small. */
function shortReserves(catalogue: Catalogue, availability: Pick<Availability, 'stateOf'>): string[] {
  return [...catalogue.instruments.keys()].filter((slug) => {
    const { receive } = availability.stateOf(slug);
    return !receive.active && receive.reason === 'NO_RESERVE';
  });
}

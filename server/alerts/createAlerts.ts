import { randomUUID } from 'node:crypto';
import { withTimeout } from '../../contract/withTimeout.ts';
import { repeat } from '../common/repeat.ts';
import type { Part } from '../common/startParts.ts';
import type { Logger } from '../common/log.ts';
import type { Database } from '../db/database.ts';
import { claimLease, releaseLease } from '../db/repositories/leases.ts';
import type { Observed } from '../health/measurements.ts';
import { createAlertBook, type Alert } from './alertBook.ts';
import type { AlertSettings } from './alertSettings.ts';
import type { AlertChannel } from './channels/channel.ts';
import { createDeliveries } from './deliveries.ts';
import { startHeartbeat } from './heartbeat.ts';

const LEASE_NAME = 'alerts';
const LEASE_MS = 30_000;
const REVIEW_EVERY_MS = 5_000;
/** A database that does not answer must not delay alerts about itself. */
const LEASE_TIMEOUT_MS = 2_000;

/** Watches this process and tells operators what is wrong, once and not again by every process. */
export interface Alerts {
  /** What fires now, the oldest first */
  firing(): Alert[];
  /** Reviews once and tells what has changed. */
  review(): Promise<void>;
  parts: readonly Part[];
}

/**
 * Each process reviews its own measurements. The one that holds the lease tells operators. While the database does not answer, every
 * process does: told twice is better than not at all.
 */
export function createAlerts({
  database,
  observed,
  channels,
  settings,
  brand,
  noteClock,
  log,
}: {
  database: Database;
  observed: Observed;
  channels: readonly AlertChannel[];
  settings: Pick<AlertSettings, 'heartbeatUrl'>;
  brand: string;
  noteClock: (offsetSeconds: number) => void;
  log: Logger;
}): Alerts {
  const book = createAlertBook();
  const deliveries = createDeliveries(channels, { brand, now: observed.now, log });
  const owner = randomUUID();
  let isTelling = false;

  const mayTell = async (): Promise<boolean> => {
    const now = observed.now();
    const lease = { name: LEASE_NAME, owner, now, until: now + LEASE_MS };
    return await withTimeout(claimLease(database, lease), LEASE_TIMEOUT_MS).catch(() => true);
  };
  const review = async (): Promise<void> => {
    const tells = await mayTell();
    if (tells && !isTelling) book.takeOver(observed.now());
    isTelling = tells;
    const changes = book.review(observed);
    for (const { rule, concerns, state } of changes) log.warn({ rule, concerns, state }, 'an alert changed');
    if (tells) deliveries.add(changes);
    await deliveries.flush();
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'alerts were not reviewed');
  return {
    firing: () => book.firing(),
    review,
    parts: [
      {
        name: 'alerts',
        start: () => {
          const stop = repeat(review, { pauseMs: REVIEW_EVERY_MS, onError });
          return async () => {
            await stop();
            await releaseLease(database, LEASE_NAME, owner).catch(() => undefined);
          };
        },
      },
      ...(settings.heartbeatUrl === null ? [] : [heartbeatPart(settings.heartbeatUrl, { log, noteClock })]),
    ],
  };
}

const heartbeatPart = (url: string, options: Parameters<typeof startHeartbeat>[1]): Part => ({
  name: 'heartbeat',
  start: () => startHeartbeat(url, options),
});

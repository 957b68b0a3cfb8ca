import { randomUUID } from 'node:crypto';
import { dayOf } from '../common/day.ts';
import { repeat } from '../common/repeat.ts';
import type { Database } from '../db/database.ts';
import {
  addWatched,
  deleteIncidentsBefore,
  deleteWatchedBefore,
  endIncident,
  listIncidents,
  openIncident,
  worsenIncident,
} from '../db/repositories/health.ts';
import { claimLease, releaseLease } from '../db/repositories/leases.ts';
import type { Logger } from '../common/log.ts';
import type { ComponentStatus } from './components.ts';

/** How long an incident is listed after its end, in ms. */
export const INCIDENTS_KEPT_MS = 90 * 24 * 60 * 60 * 1_000;
const ROUND_MS = 5_000;
/** The time that was watched is written this often. */
const WRITE_WATCHED_MS = 60_000;
const LEASE = 'incidents';
const LEASE_MS = 4 * ROUND_MS;
/** A host that has just started has not noticed yet which networks don't answer. It must not end their incidents. */
const WARM_UP_MS = 20_000;

export interface IncidentRecorder {
  /** Opens and ends incidents once. Throws what the database throws. Only one process of a host records. */
  record(): Promise<void>;
  /** Records every five seconds. The returned function stops it and waits for the current round. */
  start(): () => Promise<void>;
}

interface RecorderOptions {
  database: Database;
  components: () => readonly ComponentStatus[];
  log: Logger;
  now?: () => number;
}

/**
 * Records when a component stops working and when it works again, and how long that was watched. High network fees are no incident.
 */
export function createIncidentRecorder({ database, components, log, now = Date.now }: RecorderOptions): IncidentRecorder {
  const owner = randomUUID();
  /** Until when this process has watched, and since when it has not written it */
  let watched: { since: number; until: number } | null = null;
  const watch = async (at: number): Promise<void> => {
    // After a longer pause, another process may have watched meanwhile, or none.
    const isFirst = !watched || at - watched.until > LEASE_MS;
    if (!watched || isFirst) watched = { since: at, until: at };
    watched.until = at;
    const passed = at - watched.since;
    if (!isFirst && passed < WRITE_WATCHED_MS) return;
    // About a minute: what of it was before midnight counts for the new day.
    await addWatched(database, dayOf(at), Math.round(passed / 1_000));
    watched.since = at;
    await deleteWatchedBefore(database, dayOf(at - INCIDENTS_KEPT_MS));
  };
  const record = async (): Promise<void> => {
    const at = now();
    if (!(await claimLease(database, { name: LEASE, owner, now: at, until: at + LEASE_MS }))) return;
    const recorded = await listIncidents(database, at);
    const open = new Map(recorded.filter(({ ended_at }) => ended_at === null).map((one) => [one.component, one]));
    for (const { id, state, reason } of components()) {
      const known = open.get(id);
      open.delete(id);
      if (state === 'OK' || reason === 'NETWORK_CONGESTED') {
        if (known) await endIncident(database, id, at);
      } else if (!known) await openIncident(database, { component: id, started_at: at, state });
      else if (state === 'DOWN' && known.state !== 'DOWN') await worsenIncident(database, id);
    }
    // The operator removed these networks.
    for (const component of open.keys()) await endIncident(database, component, at);
    await deleteIncidentsBefore(database, at - INCIDENTS_KEPT_MS);
    await watch(at);
  };
  return {
    record,
    start: () => {
      const readyAt = now() + WARM_UP_MS;
      const stop = repeat(async () => void (now() >= readyAt && (await record())), {
        pauseMs: ROUND_MS,
        pausesFirst: true,
        onError: (error) => log.warn({ err: error }, 'incidents were not recorded; the next round records them'),
      });
      return async () => {
        await stop();
        await releaseLease(database, LEASE, owner).catch(() => undefined);
      };
    },
  };
}

import { isoTime } from '../../contract/isoTime.ts';
import type { Status } from '../../contract/schemas/status.ts';
import type { Database } from '../db/database.ts';
import { listIncidents, listWatchedDays } from '../db/repositories/health.ts';
import { firstDayOf } from '../common/day.ts';
import type { Logger } from '../common/log.ts';
import type { ComponentStatus } from './components.ts';
import { INCIDENTS_KEPT_MS } from './incidentRecorder.ts';

const WATCHED_DAYS = 30;

export interface ServiceStatus {
  /** Never rejects: without the database the list of incidents is null. */
  read(): Promise<Status>;
}

interface StatusSources {
  database: Database;
  components: () => ComponentStatus[];
  /** The operator's message to customers, or null. */
  notice: () => string | null;
  log: Logger;
  now?: () => number;
}

/** Returns the state of every component with the incidents of the last 90 days. */
export function createServiceStatus({ database, components, notice, log, now = Date.now }: StatusSources): ServiceStatus {
  const readWatchedDays = async (): Promise<Status['watchedDays']> => {
    const days = await listWatchedDays(database, firstDayOf(now(), WATCHED_DAYS));
    return days.map(({ day, seconds }) => ({ day: isoTime(day), seconds }));
  };
  const readIncidents = async (states: readonly ComponentStatus[]): Promise<Status['incidents']> => {
    const networks = new Map(states.flatMap(({ id, network }) => (network ? [[id, network] as const] : [])));
    try {
      const incidents = await listIncidents(database, now() - INCIDENTS_KEPT_MS);
      return incidents.map(({ component, state, started_at, ended_at }) => {
        const network = networks.get(component);
        return {
          component,
          ...(network && { network }),
          state,
          startedAt: isoTime(started_at),
          endedAt: ended_at === null ? null : isoTime(ended_at),
        };
      });
    } catch (error) {
      log.warn({ err: error }, 'the incidents can not be read');
      return null;
    }
  };
  return {
    read: async () => {
      const states = components();
      const incidents = await readIncidents(states);
      const watchedDays = incidents && (await readWatchedDays());
      return { serverTime: isoTime(now()), components: states, notice: notice(), incidents, ...(watchedDays && { watchedDays }) };
    },
  };
}

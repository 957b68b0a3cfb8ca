import type { DatabaseLock } from '../db/databaseLock.ts';
import type { MachineState } from './machine.ts';
import type { StoredState } from './storedState.ts';

/**
 * What a process knows of itself and of the database, kept in memory: neither a scrape nor an alert waits for the database. Each
 * function returns null before the first reading. Times in ms since 1970.
 */
export interface Observed {
  now(): number;
  /** When this process began to measure. What has not happened since counts as silent from then on. */
  startedAt: number;
  /** End of the last round of settlement */
  settlementAt(): number | null;
  books(): BooksSummary | null;
  /** Networks on which nothing is sent (D73) */
  recoveries(): readonly { network: string; since: number }[];
  /** By kind; `oldestAt` in ms since 1970 */
  unresolved(): Readonly<Record<string, { count: number; oldestAt: number | null }>> | null;
  /** The last answer of each connected network that could be used, by slug */
  networkAnswers(): ReadonlyMap<string, number>;
  /** The newest price of any coin */
  priceAt(): number | null;
  /** Coins that can't be received, because the reserve is too small for the smallest order */
  shortReserves(): readonly string[];
  /** Share of the requests of five minutes that were answered with 5xx, from 0 to 1 */
  errorShare(): number;
  isDatabaseAnswering(): boolean;
  databaseLock(): DatabaseLock | null;
  stored(): StoredState | null;
  /** Whether the operator has configured backups */
  isBackupExpected: boolean;
  machine(): MachineState | null;
}

/** The last result of reconciliation, as far as it is measured. */
interface BooksSummary {
  alarms: number;
  alarmParts: readonly string[];
  notices: number;
  unread: number;
  /** `since` as ISO 8601 */
  notChecked: readonly { since: string }[];
  /** In ms since 1970 */
  ended_at: number;
}

/** One value of a measurement. `label` is the value of its label, if it has one. Never an amount of money. */
export interface Sample {
  label?: string;
  value: number;
}

/** A gauge of `/metrics`. Alert rules are thresholds of measurements. */
export interface Measurement {
  help: string;
  label?: string;
  read(observed: Observed): readonly Sample[];
}

const only = (value: number | null): Sample[] => (value === null ? [] : [{ value }]);
const since = (now: number, at: number | null): Sample[] => only(at === null ? null : Math.max(0, now - at) / 1_000);
const each = (values: Readonly<Record<string, number>>): Sample[] =>
  Object.entries(values).map(([label, value]) => ({ label, value }));

/** Every gauge of `/metrics`, except those of Node.js and of live connections, by name without the prefix `causeway_`. */
export const MEASUREMENTS = {
  settlement_age_seconds: {
    help: 'Seconds since the last settlement round ended',
    read: ({ now, startedAt, settlementAt }) => since(now(), settlementAt() ?? startedAt),
  },
  reconcile_differences: {
    help: 'Differences found by the last reconciliation, by severity: an alarm means that money is missing',
    label: 'severity',
    read: ({ books }) => {
      const found = books();
      return found ? each({ alarm: found.alarms, notice: found.notices }) : [];
    },
  },
  reconcile_alarm: {
    help: '1 for each part that an alarm of the books concerns: a network, EARNINGS, or ALL',
    label: 'part',
    read: ({ books }) => (books()?.alarmParts ?? []).map((part) => ({ label: part, value: 1 })),
  },
  reconcile_unread: {
    help: 'Objects that reconciliation could not read, such as the treasury of a coin whose network does not answer',
    read: ({ books }) => only(books()?.unread ?? null),
  },
  reconcile_unread_seconds: {
    help: 'For how many seconds the longest unread object could not be read; 0 when all was read',
    read: ({ now, startedAt, books }) => {
      const found = books();
      if (!found) return since(now(), startedAt);
      const first = Math.min(now(), ...found.notChecked.map((one) => Date.parse(one.since)));
      return since(now(), first);
    },
  },
  reconcile_age_seconds: {
    help: 'Seconds since the last reconciliation ended',
    read: ({ now, books }) => since(now(), books()?.ended_at ?? null),
  },
  recovery_seconds: {
    help: 'For how many seconds a network has been in RECOVERY: its treasury sent more than the books know, and nothing is sent',
    label: 'network',
    read: ({ now, recoveries }) =>
      recoveries().map(({ network, since: at }) => ({ label: network, value: Math.max(0, now() - at) / 1_000 })),
  },
  unresolved_items: {
    help: 'Items that wait for an operator, by kind; docs/operator.md has a section for each kind',
    label: 'kind',
    read: ({ unresolved }) => Object.entries(unresolved() ?? {}).map(([label, { count }]) => ({ label, value: count })),
  },
  unresolved_oldest_seconds: {
    help: 'Age in seconds of the oldest unresolved item of a kind; 0 when there is none',
    label: 'kind',
    read: ({ now, unresolved }) =>
      Object.entries(unresolved() ?? {}).map(([label, { oldestAt }]) => ({
        label,
        value: oldestAt === null ? 0 : (now() - oldestAt) / 1_000,
      })),
  },
  network_silent_seconds: {
    help: 'Seconds since a connected network gave a usable answer',
    label: 'network',
    read: ({ now, networkAnswers }) =>
      [...networkAnswers()].map(([label, at]) => ({ label, value: Math.max(0, now() - at) / 1_000 })),
  },
  market_silent_seconds: {
    help: 'Seconds since the newest price of any coin',
    read: ({ now, startedAt, priceAt }) => since(now(), priceAt() ?? startedAt),
  },
  reserve_short: {
    help: '1 for each coin that customers cannot receive, because the reserve is too small for the smallest order',
    label: 'instrument',
    read: ({ shortReserves }) => shortReserves().map((label) => ({ label, value: 1 })),
  },
  reserve_share: {
    help: 'Free reserve of a coin as a multiple of the threshold that an operator set',
    label: 'instrument',
    read: ({ stored }) => each(stored()?.reserveShares ?? {}),
  },
  cap_share: {
    help: 'Share of an hourly cap that the payments of the last ten minutes used: of a coin, or of all together',
    label: 'cap',
    read: ({ stored }) => each(stored()?.capShares ?? {}),
  },
  mail_queued_seconds: {
    help: 'For how many seconds the oldest mail has waited after it was due; 0 when none waits',
    read: ({ now, stored }) => {
      const state = stored();
      return state ? since(now(), state.mailDueAt ?? now()) : [];
    },
  },
  purchase_waiting_seconds: {
    help: 'Seconds since the oldest card purchase that waits for the provider last changed, by kind; 0 when none waits',
    label: 'kind',
    read: ({ now, stored }) =>
      Object.entries(stored()?.purchasesAt ?? {}).map(([label, at]) => ({
        label,
        value: at === null ? 0 : Math.max(0, now() - at) / 1_000,
      })),
  },
  hedging_trouble_seconds: {
    help: 'For how many seconds trading on an exchange has had a trouble, by kind: RECOVERY, a coin STOPPED after refusals, an order UNRESOLVED; 0 when none',
    label: 'kind',
    read: ({ now, stored }) =>
      Object.entries(stored()?.hedgingAt ?? {}).map(([label, at]) => ({
        label,
        value: at === null ? 0 : Math.max(0, now() - at) / 1_000,
      })),
  },
  hedging_cost_share: {
    help: 'Fees of the exchange in the last seven days as a share of what customers paid in fees; 0 while they are below 100 USD',
    read: ({ stored }) => only(stored()?.hedgingCost ?? null),
  },
  backup_age_seconds: {
    help: 'Seconds since the last complete backup; infinite when there is none; absent without BACKUP_RECIPIENTS',
    read: ({ now, stored, isBackupExpected }) => {
      const state = stored();
      if (!state || !isBackupExpected) return [];
      return state.backupAt === null ? [{ value: Infinity }] : since(now(), state.backupAt);
    },
  },
  http_error_share: {
    help: 'Share of the requests of the last five minutes that were answered with 5xx; 0 below three such answers',
    read: ({ errorShare }) => only(errorShare()),
  },
  database_down: {
    help: '1 while the database does not answer',
    read: ({ isDatabaseAnswering }) => only(isDatabaseAnswering() ? 0 : 1),
  },
  database_locked_seconds: {
    help: 'For how many seconds another process has held the lock of the SQLite file, while writes wait; absent while none does',
    label: 'holder',
    read: ({ now, databaseLock }) => {
      const lock = databaseLock();
      return lock ? since(now(), lock.since).map(({ value }) => ({ label: lock.holder, value })) : [];
    },
  },
  disk_free_share: {
    help: 'Free share of the disk that DATA_DIR is on, from 0 to 1',
    read: ({ machine }) => only(machine()?.diskFreeShare ?? null),
  },
  disk_days_left: {
    help: 'Days until that disk is full at the pace of the last hours; absent while it does not fill',
    read: ({ machine }) => only(machine()?.diskDaysLeft ?? null),
  },
  clock_offset_seconds: {
    help: 'How far the clock is from that of the service at HEARTBEAT_URL, in seconds; absent without that service',
    read: ({ machine }) => only(machine()?.clockOffsetSeconds ?? null),
  },
} satisfies Record<string, Measurement>;

export type MeasurementName = keyof typeof MEASUREMENTS;

/** The full name of a measurement in `/metrics`. */
export const metricName = (name: MeasurementName): string => `causeway_${name}`;

import { isoTime } from '../../contract/isoTime.ts';
import { withTimeout } from '../../contract/withTimeout.ts';
import type { Health, Healthz, ProbeStatus, ServiceNotice } from '../../contract/schemas/service.ts';
import type { Logger } from '../common/log.ts';

type Status = Health['status'];

/** A failed probe with a sentence for customers. Probes return null if they succeed. */
export interface Finding {
  status: Exclude<Status, 'OK'>;
  reason: string;
}

export interface HealthReport {
  status: Status;
  /** English sentence of the worst finding, for customers */
  reason: string | null;
  probes: Record<string, ProbeStatus>;
  /** What alarms of the books concern: slugs of networks, EARNINGS, VENUE, or ALL. Only ALL changes the status of the service. */
  alarms: readonly string[];
  /** What reconciliation could not read. While there is any, `probes.books` is never OK. */
  notChecked: Healthz['notChecked'];
}

export interface HealthCheck {
  report(): HealthReport;
  /** What operators tell customers. It changes no status. */
  notices(): readonly ServiceNotice[];
  /** Runs every probe once. */
  probe(): Promise<void>;
  /** Probes periodically. Resolves to the stop function after the first round. */
  start(): Promise<() => void>;
}

export interface HealthOptions {
  /** Writes a row and reads it back (db/repositories/health.ts). */
  probeDatabase(now: number): Promise<void>;
  /** Whether another process holds the lock of the database: reads go on, and a restart would not help (D83). */
  isDatabaseLocked?(): boolean;
  /** Whether any coin has a price that orders may use (D41). */
  hasTrustedPrice(): boolean;
  /** End of the last settlement round, null before the first. */
  lastSettlementAt(): number | null;
  /** Result of reconciliation, null before the first run. */
  books(): { alarmParts: string[]; notChecked: Healthz['notChecked'] } | null;
  /** The operator's message to customers while exchanges are closed, otherwise null. */
  notice(): string | null;
  notices: HealthCheck['notices'];
  log: Logger;
  now?: () => number;
  intervalMs?: number;
}

const INTERVAL_MS = 3_000;
const DATABASE_TIMEOUT_MS = 5_000;
const SETTLEMENT_SLOW_MS = 60_000;
const SETTLEMENT_DEAD_MS = 5 * 60_000;

/**
 * Checks the parts that all orders depend on (D26). A stuck database or worker is UNHEALTHY, and `healthz` answers 503, because
 * a restart may help. Missing prices, operator notices, and alarms that concern everything are TECHNICAL_DIFFICULTIES. An alarm about one
 * network only pauses its coins, and one about earnings only withdrawals.
 */
export function createHealthCheck(options: HealthOptions): HealthCheck {
  const { probeDatabase, hasTrustedPrice, lastSettlementAt, books, notice, log, now = Date.now } = options;
  const { intervalMs = INTERVAL_MS, isDatabaseLocked = () => false } = options;
  const startedAt = now();
  let database: Finding | null = null;
  let last: Status = 'OK';

  const checkMarket = (): Finding | null => {
    if (hasTrustedPrice()) return null;
    return { status: 'TECHNICAL_DIFFICULTIES', reason: 'There are no current market prices at the moment.' };
  };
  const checkSettlement = (): Finding | null => {
    const late = now() - (lastSettlementAt() ?? startedAt);
    if (late <= SETTLEMENT_SLOW_MS) return null;
    const status = late > SETTLEMENT_DEAD_MS && !isDatabaseLocked() ? 'UNHEALTHY' : 'TECHNICAL_DIFFICULTIES';
    return { status, reason: 'Deposits and payouts are delayed at the moment.' };
  };
  const alarmParts = (): readonly string[] => books()?.alarmParts ?? [];
  const checkLedger = (): Finding | null =>
    !alarmParts().includes('ALL')
      ? null
      : { status: 'TECHNICAL_DIFFICULTIES', reason: 'We are checking our books at the moment.' };
  const checkOperator = (): Finding | null => {
    const message = notice();
    return message === null ? null : { status: 'TECHNICAL_DIFFICULTIES', reason: message };
  };

  const report = (): HealthReport => {
    const findings = {
      database,
      market: checkMarket(),
      settlement: checkSettlement(),
      books: checkLedger(),
      operator: checkOperator(),
    };
    const failures = Object.values(findings).filter((finding) => finding !== null);
    const notChecked = books()?.notChecked ?? [{ what: 'everything', count: 1, since: isoTime(startedAt) }];
    const ofBooks = alarmParts().length > 0 ? 'TECHNICAL_DIFFICULTIES' : notChecked.length > 0 ? 'NOT_CHECKED' : 'OK';
    const statusOf = (name: string, finding: Finding | null): ProbeStatus =>
      finding?.status ?? (name === 'books' ? ofBooks : 'OK');
    const worst = failures.find(({ status }) => status === 'UNHEALTHY') ?? findings.operator ?? failures[0];
    return {
      status: worst?.status ?? 'OK',
      reason: worst?.reason ?? null,
      probes: Object.fromEntries(Object.entries(findings).map(([name, finding]) => [name, statusOf(name, finding)])),
      alarms: alarmParts(),
      notChecked,
    };
  };

  const probe = async (): Promise<void> => {
    try {
      await withTimeout(probeDatabase(now()), DATABASE_TIMEOUT_MS);
      database = null;
    } catch (error) {
      const isLocked = isDatabaseLocked();
      if (!isLocked) log.error({ err: error }, 'health: the database probe failed');
      database = isLocked
        ? { status: 'TECHNICAL_DIFFICULTIES', reason: 'Our database is busy at the moment: new orders have to wait.' }
        : { status: 'UNHEALTHY', reason: 'Our database does not answer at the moment.' };
    }
    const { status, probes } = report();
    if (status !== last) log[status === 'OK' ? 'info' : 'error']({ status, probes }, 'health: the status changed');
    last = status;
  };

  return {
    report,
    notices: options.notices,
    probe,
    start: async () => {
      await probe();
      let running: Promise<void> | null = null;
      const timer = setInterval(() => {
        running ??= probe().finally(() => (running = null));
      }, intervalMs);
      return () => clearInterval(timer);
    },
  };
}

import { withTimeout } from '../../contract/withTimeout.ts';
import { PRICE_STALE_MS } from '../../contract/limits.ts';
import type { Health } from '../../contract/schemas/service.ts';
import type { Logger } from '../log.ts';

type Status = Health['status'];

/** One thing that everything depends on. `null` means that it works; otherwise a sentence for customers. */
export interface Finding {
  status: Exclude<Status, 'OK'>;
  reason: string;
}

export interface HealthReport {
  status: Status;
  /** Of the worst finding, one sentence in English for customers */
  reason: string | null;
  probes: Record<string, Status>;
}

export interface HealthCheck {
  report(): HealthReport;
  /** Runs every probe once. */
  probe(): Promise<void>;
  /** Probes every few seconds; resolves after the first round. Gives the stop. */
  start(): Promise<() => void>;
}

export interface HealthOptions {
  /** Writes and reads back; rejects when the database does not (db/repositories/health.ts). */
  probeDatabase(now: number): Promise<void>;
  /** When the youngest market price was true, null before the first. */
  newestPriceAt(): number | null;
  /** When the settlement worker last finished a round, null before the first. */
  lastSettlementAt(): number | null;
  /** Differences that the last reconciling found and by which somebody loses money. */
  alarms(): number;
  /** What an operator says to customers while exchanging is closed, null while it is open. */
  notice(): string | null;
  log: Logger;
  now?: () => number;
  intervalMs?: number;
}

const INTERVAL_MS = 3_000;
const DATABASE_TIMEOUT_MS = 5_000;
const SETTLEMENT_SLOW_MS = 60_000;
const SETTLEMENT_DEAD_MS = 5 * 60_000;

/**
 * What is shared by all (D26). A restart helps against a database or a worker that is stuck, so these are UNHEALTHY and
 * `healthz` answers 503; no restart brings back a price source or money, or undoes what an operator said:
 * TECHNICAL_DIFFICULTIES.
 */
export function createHealthCheck(options: HealthOptions): HealthCheck {
  const { probeDatabase, newestPriceAt, lastSettlementAt, alarms, notice, log, now = Date.now } = options;
  const { intervalMs = INTERVAL_MS } = options;
  const startedAt = now();
  let database: Finding | null = null;
  let last: Status = 'OK';

  const judgeMarket = (): Finding | null => {
    const at = newestPriceAt();
    if (at !== null && now() - at <= PRICE_STALE_MS) return null;
    return { status: 'TECHNICAL_DIFFICULTIES', reason: 'There are no current market prices at the moment.' };
  };
  const judgeSettlement = (): Finding | null => {
    const late = now() - (lastSettlementAt() ?? startedAt);
    if (late <= SETTLEMENT_SLOW_MS) return null;
    const status = late > SETTLEMENT_DEAD_MS ? 'UNHEALTHY' : 'TECHNICAL_DIFFICULTIES';
    return { status, reason: 'Deposits and payouts are delayed at the moment.' };
  };
  const judgeBooks = (): Finding | null =>
    alarms() === 0 ? null : { status: 'TECHNICAL_DIFFICULTIES', reason: 'We are checking our books at the moment.' };
  const judgeOperator = (): Finding | null => {
    const said = notice();
    return said === null ? null : { status: 'TECHNICAL_DIFFICULTIES', reason: said };
  };

  const report = (): HealthReport => {
    const findings = {
      database,
      market: judgeMarket(),
      settlement: judgeSettlement(),
      books: judgeBooks(),
      operator: judgeOperator(),
    };
    const bad = Object.values(findings).filter((finding) => finding !== null);
    const worst = bad.find(({ status }) => status === 'UNHEALTHY') ?? findings.operator ?? bad[0];
    return {
      status: worst?.status ?? 'OK',
      reason: worst?.reason ?? null,
      probes: Object.fromEntries(Object.entries(findings).map(([name, finding]) => [name, finding?.status ?? 'OK'])),
    };
  };

  const probe = async (): Promise<void> => {
    try {
      await withTimeout(probeDatabase(now()), DATABASE_TIMEOUT_MS);
      database = null;
    } catch (error) {
      log.error({ err: error }, 'database probe failed');
      database = { status: 'UNHEALTHY', reason: 'Our database does not answer at the moment.' };
    }
    const { status, probes } = report();
    if (status !== last) log[status === 'OK' ? 'info' : 'error']({ status, probes }, 'health changed');
    last = status;
  };

  return {
    report,
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

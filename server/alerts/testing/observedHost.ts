import type { Observed } from '../../health/measurements.ts';

/** A host on which all is well, at a time that the test moves. Each property can be replaced. */
export function createObservedHost(startAt = 1_000_000_000_000): Observed & { at: number } {
  const host = {
    at: startAt,
    now: () => host.at,
    startedAt: startAt,
    settlementAt: () => host.at,
    books: () => ({ alarms: 0, alarmParts: [], notices: 0, unread: 0, notChecked: [], ended_at: host.at }),
    recoveries: () => [],
    unresolved: () => null,
    networkAnswers: () => new Map([['tron', host.at]]),
    priceAt: () => host.at,
    shortReserves: () => [],
    errorShare: () => 0,
    isDatabaseAnswering: () => true,
    databaseLock: () => null,
    stored: () => ({
      capShares: { ALL: 0.1 },
      reserveShares: { btc: 2 },
      mailDueAt: null,
      purchasesAt: { AT_PROVIDER: null, DELIVERY_FAILED: null, CONTRADICTED: null },
      hedgingAt: { RECOVERY: null, STOPPED: null, UNRESOLVED: null },
      hedgingCost: 0,
      backupAt: host.at,
    }),
    isBackupExpected: true,
    machine: () => ({ diskFreeShare: 0.5, diskDaysLeft: null, clockOffsetSeconds: 0 }),
  };
  return host;
}

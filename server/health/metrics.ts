import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** The Prometheus metrics of one API host. Labels contain route patterns and slugs, never customer data. */
export interface Metrics {
  observeRequest(method: string, route: string, status: number, milliseconds: number): void;
  setSubscriptions(count: number): void;
  setOrderWatches(count: number): void;
  /** Reads the age of the last settlement round at each scrape. `lastTickAt` and `now` in ms since 1970. */
  watchSettlement(lastTickAt: () => number | null, now: () => number): void;
  /** Reads the result of the last reconciliation at each scrape; null before the first. */
  watchReconciling(
    last: () => { alarms: number; notices: number; unread: number; ended_at: number } | null,
    now: () => number,
  ): void;
  /** Reads the counts of unresolved items by kind at each scrape; null before the first. `oldestAt` in ms since 1970. */
  watchUnresolved(
    last: () => Readonly<Record<string, { count: number; oldestAt: number | null }>> | null,
    now: () => number,
  ): void;
  /** Reads the networks in RECOVERY at each scrape. `since` in ms since 1970. */
  watchRecoveries(list: () => readonly { network: string; since: number }[], now: () => number): void;
  /** Reads the time of the last backup at each scrape, in ms since 1970; null while there is none. */
  watchBackup(lastBackupAt: () => number | null, now: () => number): void;
  render(): Promise<{ contentType: string; body: string }>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'causeway_http_request_seconds',
    help: 'Duration of HTTP requests in seconds, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const subscriptions = new Gauge({
    name: 'causeway_live_subscriptions',
    help: 'Open rate subscriptions over live connections',
    registers,
  });
  const watches = new Gauge({
    name: 'causeway_live_order_watches',
    help: 'Orders that clients watch over live connections',
    registers,
  });
  let readSettlementAge: (gauge: Gauge) => void = () => undefined;
  const settlementAge: Gauge = new Gauge({
    name: 'causeway_settlement_age_seconds',
    help: 'Seconds since the last settlement round ended',
    registers,
    collect: (): void => readSettlementAge(settlementAge),
  });
  let readBooks: () => void = () => undefined;
  const differences: Gauge<'severity'> = new Gauge({
    name: 'causeway_reconcile_differences',
    help: 'Differences found by the last reconciliation, by severity: an alarm means that money is missing',
    labelNames: ['severity'],
    registers,
    collect: (): void => readBooks(),
  });
  const reconcileUnread = new Gauge({
    name: 'causeway_reconcile_unread',
    help: 'Objects that reconciliation could not read, such as the treasury of a coin whose network does not answer',
    registers,
  });
  const reconcileAge = new Gauge({
    name: 'causeway_reconcile_age_seconds',
    help: 'Seconds since the last reconciliation ended',
    registers,
  });
  let readUnresolved: () => void = () => undefined;
  const unresolved: Gauge<'kind'> = new Gauge({
    name: 'causeway_unresolved_items',
    help: 'Items that wait for an operator, by kind; docs/operator.md has a section for each kind',
    labelNames: ['kind'],
    registers,
    collect: (): void => readUnresolved(),
  });
  const unresolvedAge = new Gauge({
    name: 'causeway_unresolved_oldest_seconds',
    help: 'Age in seconds of the oldest unresolved item of a kind; 0 when there is none',
    labelNames: ['kind'],
    registers,
  });
  let readRecoveries: () => void = () => undefined;
  const recoveries: Gauge<'network'> = new Gauge({
    name: 'causeway_recovery_seconds',
    help: 'For how many seconds a network has been in RECOVERY: its treasury sent more than the books know, and nothing is sent',
    labelNames: ['network'],
    registers,
    collect: (): void => readRecoveries(),
  });
  let readBackupAge: (gauge: Gauge) => void = () => undefined;
  const backupAge: Gauge = new Gauge({
    name: 'causeway_backup_age_seconds',
    help: 'Seconds since the last complete backup; infinite when there is none',
    registers,
    collect: (): void => readBackupAge(backupAge),
  });
  return {
    observeRequest: (method, route, status, milliseconds) => requests.observe({ method, route, status }, milliseconds / 1_000),
    setSubscriptions: (count) => subscriptions.set(count),
    setOrderWatches: (count) => watches.set(count),
    watchSettlement: (lastTickAt, now) => {
      readSettlementAge = (gauge) => {
        const at = lastTickAt();
        if (at !== null) gauge.set((now() - at) / 1_000);
      };
    },
    watchRecoveries: (list, now) => {
      readRecoveries = () => {
        recoveries.reset();
        for (const { network, since } of list()) recoveries.set({ network }, (now() - since) / 1_000);
      };
    },
    watchReconciling: (last, now) => {
      readBooks = () => {
        const found = last();
        if (!found) return;
        differences.set({ severity: 'alarm' }, found.alarms);
        differences.set({ severity: 'notice' }, found.notices);
        reconcileUnread.set(found.unread);
        reconcileAge.set((now() - found.ended_at) / 1_000);
      };
    },
    watchUnresolved: (last, now) => {
      readUnresolved = () => {
        for (const [kind, { count, oldestAt }] of Object.entries(last() ?? {})) {
          unresolved.set({ kind }, count);
          unresolvedAge.set({ kind }, oldestAt === null ? 0 : (now() - oldestAt) / 1_000);
        }
      };
    },
    watchBackup: (lastBackupAt, now) => {
      readBackupAge = (gauge) => {
        const at = lastBackupAt();
        gauge.set(at === null ? Infinity : (now() - at) / 1_000);
      };
    },
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WaitingCounts } from './operator/unresolved.ts';

/** Prometheus metrics of one API host. Labels hold route patterns and slugs, never anything of a customer's. */
export interface Metrics {
  observeRequest(method: string, route: string, status: number, milliseconds: number): void;
  setSubscriptions(count: number): void;
  setOrderWatches(count: number): void;
  /** Reads the settlement's age when somebody scrapes. `lastTickAt` and `now` in milliseconds since 1970. */
  watchSettlement(lastTickAt: () => number | null, now: () => number): void;
  /** Reads what the last reconciling found when somebody scrapes; null before the first. */
  watchReconciling(last: () => { alarms: number; notices: number; ended_at: number } | null, now: () => number): void;
  /** Reads what waits for a person when somebody scrapes; null before it was counted. */
  watchWaiting(last: () => WaitingCounts | null, now: () => number): void;
  render(): Promise<{ contentType: string; body: string }>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Histogram({
    name: 'causeway_http_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const subscriptions = new Gauge({ name: 'causeway_live_subscriptions', help: 'Open rate subscriptions', registers });
  const watches = new Gauge({ name: 'causeway_live_order_watches', help: 'Orders watched over live connections', registers });
  let readSettlementAge: (gauge: Gauge) => void = () => undefined;
  const settlementAge: Gauge = new Gauge({
    name: 'causeway_settlement_age_seconds',
    help: 'Since the last settlement round ended',
    registers,
    collect: (): void => readSettlementAge(settlementAge),
  });
  let readBooks: () => void = () => undefined;
  const differences: Gauge<'severity'> = new Gauge({
    name: 'causeway_reconcile_differences',
    help: 'Found by the last reconciling; an alarm is money that somebody loses',
    labelNames: ['severity'],
    registers,
    collect: (): void => readBooks(),
  });
  const reconcileAge = new Gauge({
    name: 'causeway_reconcile_age_seconds',
    help: 'Since the last reconciling ended',
    registers,
  });
  let readWaiting: () => void = () => undefined;
  const waiting: Gauge<'kind'> = new Gauge({
    name: 'causeway_waits_for_operator',
    help: 'What waits for a person, by kind; docs/operator.md says of each what is to be done',
    labelNames: ['kind'],
    registers,
    collect: (): void => readWaiting(),
  });
  const waitingAge = new Gauge({
    name: 'causeway_waits_for_operator_oldest_seconds',
    help: 'For how long the oldest of a kind has been waiting; 0 while nothing of it waits',
    labelNames: ['kind'],
    registers,
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
    watchReconciling: (last, now) => {
      readBooks = () => {
        const found = last();
        if (!found) return;
        differences.set({ severity: 'alarm' }, found.alarms);
        differences.set({ severity: 'notice' }, found.notices);
        reconcileAge.set((now() - found.ended_at) / 1_000);
      };
    },
    watchWaiting: (last, now) => {
      readWaiting = () => {
        for (const [kind, { count, since }] of Object.entries(last() ?? {})) {
          waiting.set({ kind }, count);
          waitingAge.set({ kind }, since === null ? 0 : (now() - since) / 1_000);
        }
      };
    },
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

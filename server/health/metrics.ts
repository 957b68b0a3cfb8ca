import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { StatementObserver } from '../db/database.ts';
import { MEASUREMENTS, metricName, type Measurement, type MeasurementName, type Observed } from './measurements.ts';
import { createRecentAnswers } from './recentAnswers.ts';

/** The Prometheus metrics of one API host. Labels contain route patterns and slugs, never customer data. */
export interface Metrics {
  observeRequest(method: string, route: string, status: number, milliseconds: number): void;
  /** Counts a statement of the database by its first word. */
  observeStatement: StatementObserver;
  setSubscriptions(count: number): void;
  setOrderWatches(count: number): void;
  /** Reads every measurement at each scrape. */
  watch(observed: Observed): void;
  /** Share of the requests of the last five minutes that were answered with 5xx, from 0 to 1 */
  errorShare(): number;
  render(): Promise<{ contentType: string; body: string }>;
}

const FIRST_WORD = /[a-z]+/i;

export function createMetrics(): Metrics {
  const registry = new Registry();
  // By default the delay of the event loop is measured a hundred times a second, which is half of what an idle host does.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
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
  const statements = new Map<string, number>();
  registry.registerMetric(
    new Counter({
      name: 'causeway_database_statements_total',
      help: 'Statements of the database, by kind: select, insert, update, delete, begin, commit',
      labelNames: ['kind'],
      registers: [],
      collect() {
        this.reset();
        for (const [kind, count] of statements) this.inc({ kind }, count);
      },
    }),
  );
  const answers = createRecentAnswers();
  return {
    observeRequest: (method, route, status, milliseconds) => {
      requests.observe({ method, route, status }, milliseconds / 1_000);
      answers.add(status);
    },
    observeStatement: (statement) => {
      const kind = FIRST_WORD.exec(statement)?.[0] ?? 'other';
      statements.set(kind, (statements.get(kind) ?? 0) + 1);
    },
    setSubscriptions: (count) => subscriptions.set(count),
    setOrderWatches: (count) => watches.set(count),
    watch: (observed) => {
      const names = Object.keys(MEASUREMENTS) as MeasurementName[];
      for (const name of names) registerGauge(registry, name, observed);
    },
    errorShare: () => answers.errorShare(),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

function registerGauge(registry: Registry, name: MeasurementName, observed: Observed): void {
  const { help, label, read }: Measurement = MEASUREMENTS[name];
  const gauge = new Gauge({
    name: metricName(name),
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    collect() {
      this.reset();
      // Without a label, a gauge that was reset shows 0 for what is not known.
      if (label === undefined) this.remove();
      for (const { label: of, value } of read(observed)) {
        if (label === undefined || of === undefined) this.set(value);
        else this.set({ [label]: of }, value);
      }
    },
  });
  registry.registerMetric(gauge);
}

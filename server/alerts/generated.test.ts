import { expect, test } from 'vitest';
import { MEASUREMENTS, metricName } from '../health/measurements.ts';
import { createMetrics } from '../health/metrics.ts';
import { runAlertCommand } from './alertCommand.ts';
import { ALERT_RULES } from './rules.ts';
import { createObservedHost } from './testing/observedHost.ts';

const options = { brand: 'Causeway', channels: [] };

test('prints a rule for Prometheus for each alert, on measurements that exist', async () => {
  const printed = (await runAlertCommand(['prometheus'], options)) ?? '';
  const expressions = [...printed.matchAll(/^ {8}expr: (".+")$/gm)].map(([, text = '']) => JSON.parse(text) as string);
  expect(expressions).toHaveLength(Object.keys(ALERT_RULES).length);
  expect(expressions).toContain('causeway_disk_free_share < 0.1');
  expect(expressions).toContain('causeway_clock_offset_seconds < -2');
  const metrics = createMetrics();
  metrics.watch(createObservedHost());
  const { body } = await metrics.render();
  for (const expression of expressions) {
    const [, name = ''] = /^(causeway_[a-z_]+)(?:\{[a-z]+="[A-Z_]+"\})? [<>] -?[\d.]+$/.exec(expression) ?? [];
    expect(body, expression).toContain(`# TYPE ${name} gauge\n`);
  }
  expect(printed).toContain('summary: "The network {{ $labels.network }} gives no usable answer"');
  expect(printed).toContain('expr: "causeway_unresolved_oldest_seconds{kind=\\"HELD\\"} > 900"');
});

test('prints a dashboard with a panel for each measurement and the thresholds of its alerts', async () => {
  const { panels } = JSON.parse((await runAlertCommand(['grafana'], options)) ?? '') as {
    panels: {
      targets: { expr: string }[];
      gridPos: { x: number; y: number };
      fieldConfig: { defaults: { thresholds: { steps: unknown } } };
    }[];
  };
  expect(panels.map(({ targets }) => targets[0]?.expr)).toEqual(
    Object.keys(MEASUREMENTS).map((name) => metricName(name as keyof typeof MEASUREMENTS)),
  );
  expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
  const clock = panels.find(({ targets }) => targets[0]?.expr === 'causeway_clock_offset_seconds');
  expect(clock?.fieldConfig.defaults.thresholds.steps).toEqual([
    { color: 'red', value: null },
    { color: 'green', value: -2 },
    { color: 'red', value: 2 },
  ]);
});

test('sends a test over every channel, and names one that fails', async () => {
  const works = { name: 'mail', send: async () => await Promise.resolve() };
  const fails = { name: 'webhook', send: async () => await Promise.reject(new Error('The webhook answered 500')) };
  expect(await runAlertCommand(['test'], { brand: 'Causeway', channels: [works, fails] })).toBe(
    'mail: sent\nwebhook: FAILED, The webhook answered 500',
  );
  expect(await runAlertCommand(['test'], options)).toContain('No channel is configured');
  expect(await runAlertCommand(['nonsense'], options)).toBeNull();
});

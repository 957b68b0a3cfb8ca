import { MEASUREMENTS, metricName, type Measurement, type MeasurementName } from '../health/measurements.ts';
import { ALERT_RULES, type AlertRule } from './rules.ts';

const COLUMNS = 3;
const WIDTH = 24 / COLUMNS;
const HEIGHT = 7;

/** Returns a dashboard for Grafana as JSON: a panel for each measurement, with the thresholds of its alerts. */
export function grafanaDashboard(): string {
  const names = Object.keys(MEASUREMENTS) as MeasurementName[];
  return `${JSON.stringify(
    {
      uid: 'causeway',
      title: 'Causeway',
      schemaVersion: 39,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
      templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus', label: 'Data source' }] },
      panels: names.map(panelOf),
    },
    null,
    2,
  )}\n`;
}

function panelOf(name: MeasurementName, index: number) {
  const { help, label }: Measurement = MEASUREMENTS[name];
  return {
    id: index + 1,
    type: 'timeseries',
    title: help,
    datasource: { type: 'prometheus', uid: '${source}' },
    gridPos: { x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
    targets: [
      { refId: 'A', expr: metricName(name), legendFormat: label === undefined ? '{{instance}}' : `{{instance}} {{${label}}}` },
    ],
    fieldConfig: {
      defaults: {
        unit: name.endsWith('_seconds') ? 's' : name.endsWith('_share') ? 'percentunit' : 'none',
        custom: { thresholdsStyle: { mode: 'line' } },
        thresholds: { mode: 'absolute', steps: stepsOf(name) },
      },
      overrides: [],
    },
  };
}

/** The colours of a panel's values: red beyond a threshold of one of its alerts. */
function stepsOf(measurement: MeasurementName) {
  const rules: AlertRule[] = Object.values(ALERT_RULES).filter((rule) => rule.measurement === measurement);
  const below = rules.flatMap((rule) => rule.below ?? []);
  const above = rules.flatMap((rule) => rule.above ?? []);
  return [
    { color: below.length > 0 ? 'red' : 'green', value: null },
    ...(below.length > 0 ? [{ color: 'green', value: Math.max(...below) }] : []),
    ...(above.length > 0 ? [{ color: 'red', value: Math.min(...above) }] : []),
  ];
}

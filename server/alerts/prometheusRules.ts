import { metricName, MEASUREMENTS, type Measurement } from '../health/measurements.ts';
import { ALERT_RULES, type AlertRule } from './rules.ts';

/** Returns the alert rules for Prometheus as YAML, made from the same table as the alerts of the host. */
export function prometheusRules(): string {
  const rules = Object.entries(ALERT_RULES).map(([name, rule]) => formatRule(name, rule));
  return ['groups:', '  - name: causeway', '    rules:', ...rules].join('\n') + '\n';
}

/** Returns the expression that is true while a rule's alert fires. */
function prometheusExpression({ measurement, label: only, above, below }: AlertRule): string {
  const { label }: Measurement = MEASUREMENTS[measurement];
  const selector = label === undefined || only === undefined ? '' : `{${label}="${only}"}`;
  return `${metricName(measurement)}${selector} ${above === undefined ? `< ${below}` : `> ${above}`}`;
}

function formatRule(name: string, rule: AlertRule): string {
  const { label }: Measurement = MEASUREMENTS[rule.measurement];
  const title = rule.title.replace('{label}', label === undefined ? '' : `{{ $labels.${label} }}`);
  // JSON strings are YAML strings.
  return [
    `      - alert: Causeway${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    `        expr: ${JSON.stringify(prometheusExpression(rule))}`,
    '        annotations:',
    `          summary: ${JSON.stringify(title)}`,
    `          manual: ${JSON.stringify(`docs/operator.md#${rule.section}`)}`,
  ].join('\n');
}

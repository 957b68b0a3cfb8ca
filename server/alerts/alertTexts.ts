import { isoTime } from '../../contract/isoTime.ts';
import type { Alert, AlertChange } from './alertBook.ts';
import { ALERT_RULES, type AlertRule } from './rules.ts';

const STATES = { FIRING: 'ALERT', REPEATED: 'STILL', RESOLVED: 'RESOLVED' } as const;

/** Returns "Causeway: 2 alerts, 1 resolved". */
export function alertSubject(brand: string, changes: readonly AlertChange[]): string {
  const resolved = changes.filter(({ state }) => state === 'RESOLVED').length;
  const firing = changes.length - resolved;
  const parts = [
    ...(firing > 0 ? [`${firing} ${firing === 1 ? 'alert' : 'alerts'}`] : []),
    ...(resolved > 0 ? [`${resolved} resolved`] : []),
  ];
  return `${brand}: ${parts.join(', ')}`;
}

/** Returns a line such as "ALERT The network tron gives no usable answer: 4 min (since …). See docs/operator.md#…". */
export function alertLine(change: AlertChange): string {
  const { rule, state, since, at } = change;
  const { section }: AlertRule = ALERT_RULES[rule];
  const when =
    state === 'RESOLVED' ? `after ${duration((at - since) / 1_000)}` : `since ${isoTime(since)}. See docs/operator.md#${section}`;
  return `${STATES[state]} ${alertTitle(change)} (${when})`;
}

/** Returns what is wrong, without the value. */
export function alertText({ rule, concerns }: Pick<Alert, 'rule' | 'concerns'>): string {
  const { title, label }: AlertRule = ALERT_RULES[rule];
  return title.replace('{label}', concerns ?? label ?? '');
}

/** Returns what is wrong, with the value unless it is over. */
export function alertTitle({ rule, concerns, value, state }: AlertChange): string {
  const { unit }: AlertRule = ALERT_RULES[rule];
  const text = alertText({ rule, concerns });
  const shown = state === 'RESOLVED' ? null : formatValue(value, unit);
  return shown === null ? text : `${text}: ${shown}`;
}

function formatValue(value: number, unit: AlertRule['unit']): string | null {
  switch (unit) {
    case 'seconds':
      return duration(value);
    case 'share':
      return `${(value * 100).toFixed(1)} %`;
    case 'days':
      return `${value.toFixed(1)} days left`;
    case 'times':
      return `${(value * 100).toFixed(0)} % of it`;
    case 'none':
      return null;
  }
}

function duration(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'there is none';
  const size = Math.abs(seconds);
  if (size < 120) return `${seconds.toFixed(size < 10 ? 1 : 0)} s`;
  return size < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

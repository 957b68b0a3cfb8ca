import { MEASUREMENTS, type Measurement, type Observed, type Sample } from '../health/measurements.ts';
import { ALERT_RULES, type AlertName, type AlertRule } from './rules.ts';

/** One alert: a rule and what it concerns. Times in ms since 1970. */
export interface Alert {
  rule: AlertName;
  /** The sample's label, such as a network; null for a rule without labels */
  concerns: string | null;
  since: number;
  /** The latest value */
  value: number;
}

/** What a message says of an alert. */
export interface AlertChange extends Alert {
  state: 'FIRING' | 'REPEATED' | 'RESOLVED';
  at: number;
}

const HOUR_MS = 3_600_000;
const FIRST_REPEAT_MS = HOUR_MS;
const NEXT_REPEAT_MS = 4 * HOUR_MS;
/** An alert that is older was sent by the process that sent before this one. */
const SENT_BY_OTHERS_MS = 120_000;

interface Known extends Alert {
  /** null: not told yet */
  toldAt: number | null;
  repeats: number;
}

/** The alerts of one process, in memory. */
export interface AlertBook {
  /** Reads every measurement. Returns what has to be told now: each alert once, after an hour, then every four hours, and its end. */
  review(observed: Observed): AlertChange[];
  /** Takes over from another process: what has lasted for two minutes counts as told. */
  takeOver(now: number): void;
  /** What fires now, the oldest first */
  firing(): Alert[];
}

/** `rules`: a test passes others. */
export function createAlertBook(rules: Readonly<Record<string, AlertRule>> = ALERT_RULES): AlertBook {
  const known = new Map<string, Known>();

  const review = (observed: Observed): AlertChange[] => {
    const now = observed.now();
    const changes: AlertChange[] = [];
    const seen = new Set<string>();
    for (const [name, rule] of Object.entries(rules)) {
      for (const { label, value } of samplesBeyond(rule, observed)) {
        const concerns = label ?? null;
        const key = `${name}:${concerns ?? ''}`;
        seen.add(key);
        // The table that is passed has the names of the alerts.
        const alert = known.get(key) ?? { rule: name as AlertName, concerns, since: now, value, toldAt: null, repeats: 0 };
        alert.value = value;
        known.set(key, alert);
        const state = dueState(alert, now);
        if (state === null) continue;
        alert.toldAt = now;
        alert.repeats += state === 'REPEATED' ? 1 : 0;
        changes.push(changeOf(alert, state, now));
      }
    }
    for (const [key, alert] of known) {
      if (seen.has(key)) continue;
      known.delete(key);
      if (alert.toldAt !== null) changes.push(changeOf(alert, 'RESOLVED', now));
    }
    return changes;
  };

  return {
    review,
    takeOver: (now) => {
      for (const alert of known.values()) alert.toldAt = now - alert.since >= SENT_BY_OTHERS_MS ? alert.since : null;
    },
    firing: () =>
      [...known.values()]
        .filter(({ toldAt }) => toldAt !== null)
        .map(({ rule, concerns, since, value }) => ({ rule, concerns, since, value }))
        .toSorted((left, right) => left.since - right.since),
  };
}

function samplesBeyond({ measurement, label: only, above, below }: AlertRule, observed: Observed): readonly Sample[] {
  const { read }: Measurement = MEASUREMENTS[measurement];
  return read(observed).filter(
    ({ label, value }) =>
      (only === undefined || only === label) &&
      ((above !== undefined && value > above) || (below !== undefined && value < below)),
  );
}

function dueState({ toldAt, repeats }: Known, now: number): 'FIRING' | 'REPEATED' | null {
  if (toldAt === null) return 'FIRING';
  return now - toldAt >= (repeats === 0 ? FIRST_REPEAT_MS : NEXT_REPEAT_MS) ? 'REPEATED' : null;
}

const changeOf = ({ rule, concerns, since, value }: Known, state: AlertChange['state'], at: number): AlertChange => ({
  rule,
  concerns,
  since,
  value,
  state,
  at,
});

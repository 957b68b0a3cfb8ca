import { randomUUID } from 'node:crypto';
import { isoTime } from '../../contract/isoTime.ts';
import { amount, compare, type Decimal } from '../../contract/money.ts';
import { RateAlertSchema, type NewRateAlert, type RateAlert } from '../../contract/schemas/trading.ts';
import { MAX_RATE_ALERTS } from '../../contract/limits.ts';
import { openStoredList } from '../storage/storedList.ts';
import type { MarketRate, RateWatch } from './rateWatch.ts';

/** Alerts that fire once each time their condition becomes true, with or without a window. */
export interface RateAlerts {
  list(): RateAlert[];
  /** Adds an alert, or replaces the one with its id. Throws if it cannot be stored. */
  add(alert: NewRateAlert): RateAlert;
  remove(id: string): void;
  /** Until when no alert fires, in ms since 1970; 0: they are not paused */
  readonly pausedUntil: number;
  /** Pauses all alerts. One whose condition is still true fires afterwards. 0 ends the pause. */
  pauseUntil(time: number): void;
  close(): void;
}

interface Dependencies {
  file: string;
  rates: Pick<RateWatch, 'watch'>;
  onChange: (alerts: RateAlert[]) => void;
  /** `missed`: how often the condition became true again since the last time, without a message */
  onFired: (alert: RateAlert, rate: MarketRate, missed: number) => void;
  /** The alerts could not be stored, so a restart loses the change. */
  onUnsaved: (error: unknown) => void;
  now?: () => number;
}

const HUNDRED = amount('100');
/** A rate that trembles around the level fires once: it must first go back by this percentage. */
const BACK_PERCENT = amount('0.2');
/** The shortest time between two messages of an alert, in ms */
const PAUSE_MS = 5 * 60_000;

export function openRateAlerts({ file, rates, onChange, onFired, onUnsaved, now = Date.now }: Dependencies): RateAlerts {
  const stored = openStoredList(file, RateAlertSchema, { maxItems: MAX_RATE_ALERTS, onFailure: onUnsaved });
  const alerts = new Map((stored.read() ?? []).map((alert) => [alert.id, alert]));
  const stops = new Map<string, () => void>();
  /** Alerts whose condition has stayed true since they fired. */
  const fired = new Set([...alerts.values()].filter(({ firedAt }) => firedAt !== null).map(({ id }) => id));
  /** How often an alert became true since its last message. */
  const missed = new Map<string, number>();
  let pausedUntil = 0;

  const keep = (): void => {
    stored.write([...alerts.values()]);
    onChange([...alerts.values()]);
  };
  const remove = (id: string): void => {
    stops.get(id)?.();
    stops.delete(id);
    fired.delete(id);
    missed.delete(id);
    if (alerts.delete(id)) keep();
  };
  const follow = ({ id, from, to }: RateAlert): void => {
    // The first rate may arrive, and end the alert, before `watch` returns.
    const stop = rates.watch({ from, to }, (rate) => check(id, rate));
    if (alerts.has(id)) stops.set(id, stop);
    else stop();
  };

  const hasExpired = ({ expiresAt }: RateAlert): boolean => expiresAt !== undefined && Date.parse(expiresAt) <= now();

  const check = (id: string, rate: MarketRate): void => {
    const alert = alerts.get(id);
    if (!alert) return;
    if (hasExpired(alert)) return remove(id);
    if (now() < pausedUntil) return;
    if (alert.kind === 'moves' && alert.baseRate === null) {
      alerts.set(id, { ...alert, baseRate: rate.price });
      return keep();
    }
    if (!isMet(alert, rate.price)) {
      if (isBack(alert, rate.price)) fired.delete(id);
      return;
    }
    if (fired.has(id)) return;
    if (alert.firedAt !== null && now() - Date.parse(alert.firedAt) < PAUSE_MS) {
      // A move is still measured from the last message, so it is reported after the pause.
      if (alert.kind === 'moves') return;
      fired.add(id);
      missed.set(id, (missed.get(id) ?? 0) + 1);
      return;
    }
    const before = missed.get(id) ?? 0;
    missed.delete(id);
    if (!alert.isKept) remove(id);
    else {
      if (alert.kind !== 'moves') fired.add(id);
      alerts.set(id, { ...alert, firedAt: isoTime(now()), ...(alert.kind === 'moves' && { baseRate: rate.price }) });
      keep();
    }
    onFired(alert, rate, before);
  };

  for (const alert of alerts.values()) follow(alert);
  return {
    list: () => [...alerts.values()].filter((alert) => !hasExpired(alert)),
    add: (input) => {
      const { id = randomUUID() } = input;
      const alert: RateAlert = { ...input, id, createdAt: isoTime(now()), baseRate: null, firedAt: null };
      const others = [...alerts.values()].filter((other) => other.id !== id);
      if (others.length >= MAX_RATE_ALERTS || !stored.write([...others, alert]))
        throw new Error('The alert could not be written.');
      stops.get(id)?.();
      stops.delete(id);
      fired.delete(id);
      alerts.set(alert.id, alert);
      onChange([...alerts.values()]);
      follow(alert);
      return alerts.get(alert.id) ?? alert;
    },
    remove,
    get pausedUntil() {
      return pausedUntil;
    },
    pauseUntil: (time) => {
      pausedUntil = time;
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

function isMet({ kind, value, baseRate }: RateAlert, price: Decimal): boolean {
  if (kind === 'above') return compare(price, value) >= 0;
  if (kind === 'below') return compare(price, value) <= 0;
  const base = amount(baseRate ?? price);
  return amount(price)
    .minus(base)
    .abs()
    .times(HUNDRED)
    .gte(base.times(amount(value)));
}

/** Returns whether the rate has gone far enough back from the level, so that the alert may fire again. A move has no level. */
function isBack({ kind, value }: RateAlert, price: Decimal): boolean {
  if (kind === 'moves') return true;
  const distance = amount(value).minus(amount(price)).times(HUNDRED);
  const needed = amount(value).times(BACK_PERCENT);
  return kind === 'above' ? distance.gte(needed) : distance.times(amount('-1')).gte(needed);
}

import { randomUUID } from 'node:crypto';
import { isoTime } from '../../contract/isoTime.ts';
import { amount, compare, type Decimal } from '../../contract/money.ts';
import { RateAlertSchema, type NewRateAlert, type RateAlert } from '../../contract/schemas/trading.ts';
import { openStoredList } from '../storage/storedList.ts';
import type { MarketRate, RateWatch } from './rateWatch.ts';

/** Alerts that fire once each time their condition becomes true, with or without a window. */
export interface RateAlerts {
  list(): RateAlert[];
  /** Throws if the alert cannot be stored. */
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
  onFired: (alert: RateAlert, rate: MarketRate) => void;
  /** The alerts could not be stored, so a restart loses the change. */
  onUnsaved: (error: unknown) => void;
  now?: () => number;
}

const HUNDRED = amount('100');

export function openRateAlerts({ file, rates, onChange, onFired, onUnsaved, now = Date.now }: Dependencies): RateAlerts {
  const stored = openStoredList(file, RateAlertSchema, { onFailure: onUnsaved });
  const alerts = new Map((stored.read() ?? []).map((alert) => [alert.id, alert]));
  const stops = new Map<string, () => void>();
  /** Alerts whose condition has stayed true since they fired. */
  const fired = new Set([...alerts.values()].filter(({ firedAt }) => firedAt !== null).map(({ id }) => id));
  let pausedUntil = 0;

  const keep = (): void => {
    stored.write([...alerts.values()]);
    onChange([...alerts.values()]);
  };
  const remove = (id: string): void => {
    stops.get(id)?.();
    stops.delete(id);
    fired.delete(id);
    if (alerts.delete(id)) keep();
  };
  const follow = ({ id, from, to }: RateAlert): void => {
    // The first rate may arrive, and end the alert, before `watch` returns.
    const stop = rates.watch({ from, to }, (rate) => check(id, rate));
    if (alerts.has(id)) stops.set(id, stop);
    else stop();
  };

  const check = (id: string, rate: MarketRate): void => {
    const alert = alerts.get(id);
    if (!alert || now() < pausedUntil) return;
    if (alert.kind === 'moves' && alert.baseRate === null) {
      alerts.set(id, { ...alert, baseRate: rate.price });
      return keep();
    }
    if (!isMet(alert, rate.price)) return void fired.delete(id);
    if (fired.has(id)) return;
    if (!alert.isKept) remove(id);
    else {
      // A move is measured from the rate of the last alert.
      if (alert.kind !== 'moves') fired.add(id);
      alerts.set(id, { ...alert, firedAt: isoTime(now()), ...(alert.kind === 'moves' && { baseRate: rate.price }) });
      keep();
    }
    onFired(alert, rate);
  };

  for (const alert of alerts.values()) follow(alert);
  return {
    list: () => [...alerts.values()],
    add: (input) => {
      const alert: RateAlert = { ...input, id: randomUUID(), createdAt: isoTime(now()), baseRate: null, firedAt: null };
      if (!stored.write([...alerts.values(), alert])) throw new Error('The alert could not be written.');
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

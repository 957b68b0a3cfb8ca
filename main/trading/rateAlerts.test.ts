import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewRateAlert, RateAlert } from '../../contract/schemas/trading.ts';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { openRateAlerts } from './rateAlerts.ts';
import type { MarketRate } from './rateWatch.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const START = Date.parse('2026-11-20T12:00:00Z');
const HOUR_MS = 3_600_000;
const PAUSE_MS = 300_000;

/** Alerts on rates by hand. */
function setUp() {
  const listeners = new Set<(rate: MarketRate) => void>();
  const fired: string[] = [];
  const changes: RateAlert[][] = [];
  const clock = { time: START };
  const alerts = openRateAlerts({
    file: join(folder, 'alerts.json'),
    rates: {
      watch: (_pair, listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    onChange: (list) => changes.push(list),
    onFired: ({ kind }, { price }, missed) => fired.push(`${kind} at ${price}${missed ? `, missed ${missed}` : ''}`),
    onUnsaved: () => undefined,
    now: () => clock.time,
  });
  const rate = (...prices: string[]) => {
    for (const price of prices) for (const listener of listeners) listener({ price, from: 'BTC', to: 'USDT', at: clock.time });
  };
  return { alerts, fired, changes, clock, rate, watched: () => listeners.size };
}
const alert = (kind: NewRateAlert['kind'], value: string, isKept = false): NewRateAlert => ({
  from: 'btc',
  to: 'usdttrc20',
  kind,
  value,
  isKept,
});

describe('an alert', () => {
  it.each([
    ['above', '92000', ['91999.99', '92000', '92001'], ['above at 92000']],
    ['below', '90000', ['90000.01', '89999.99', '89000'], ['below at 89999.99']],
    ['moves', '1', ['100', '100.99', '99.01', '101', '105'], ['moves at 101']],
    ['moves', '1', ['0.000000000000000001', '0.00000000000000000099'], ['moves at 0.00000000000000000099']],
  ] as const)('%s %s fires once and is removed', (kind, value, prices, expected) => {
    const { alerts, fired, rate, watched } = setUp();
    alerts.add(alert(kind, value));
    rate(...prices);
    expect(fired).toEqual(expected);
    expect([alerts.list(), watched()]).toEqual([[], 0]);
  });

  it('that is kept fires once per crossing', () => {
    const { alerts, fired, rate, clock } = setUp();
    alerts.add(alert('above', '100', true));
    rate('99', '100', '101', '99');
    clock.time += PAUSE_MS;
    rate('102', '103');
    expect(fired).toEqual(['above at 100', 'above at 102']);
    expect(alerts.list()).toMatchObject([{ firedAt: '2026-11-20T12:05:00.000Z' }]);
  });

  it('on moves measures from the rate of the last one', () => {
    const { alerts, fired, rate, clock } = setUp();
    alerts.add(alert('moves', '10', true));
    rate('100', '110', '111', '121');
    expect(fired).toEqual(['moves at 110']);
    clock.time += PAUSE_MS;
    rate('120.9', '121');
    expect(fired).toEqual(['moves at 110', 'moves at 121']);
  });

  it('survives a restart and does not repeat what it has reported', () => {
    const first = setUp();
    first.alerts.add(alert('above', '100', true));
    first.alerts.add(alert('below', '50'));
    first.rate('101');
    first.alerts.close();
    const second = setUp();
    second.clock.time += PAUSE_MS;
    second.rate('102', '99', '103');
    expect(second.fired).toEqual(['above at 103']);
    expect(second.alerts.list().map(({ kind }) => kind)).toEqual(['above', 'below']);
  });

  it('that was removed does not fire', () => {
    const { alerts, fired, changes, rate } = setUp();
    alerts.remove(alerts.add(alert('above', '100')).id);
    rate('101');
    expect([fired, changes.at(-1)]).toEqual([[], []]);
  });
});

it('fires after a pause if the condition is still true', () => {
  const { alerts, fired, clock, rate } = setUp();
  alerts.add(alert('above', '100'));
  alerts.pauseUntil(START + HOUR_MS);
  rate('101');
  expect(fired).toEqual([]);
  clock.time += HOUR_MS;
  rate('102');
  expect(fired).toEqual(['above at 102']);
});

describe('a rate that trembles around the level', () => {
  it.each(['above', 'below'] as const)('fires an alert %s once', (kind) => {
    const { alerts, fired, rate, clock } = setUp();
    alerts.add(alert(kind, '100', true));
    for (let tick = 0; tick < 240; tick += 1) {
      clock.time += 10_000;
      rate(tick % 2 === 0 ? '99.99' : '100.01');
    }
    expect(fired).toHaveLength(1);
  });

  it('fires again when it has gone back by 0.2 %', () => {
    const { alerts, fired, rate, clock } = setUp();
    alerts.add(alert('above', '100', true));
    rate('100');
    clock.time += PAUSE_MS;
    rate('99.81', '100', '99.8', '100');
    expect(fired).toHaveLength(2);
  });

  it('is reported at most once in five minutes, with the number of crossings', () => {
    const { alerts, fired, rate, clock } = setUp();
    alerts.add(alert('below', '100', true));
    rate('99', '101', '99', '101', '99', '101');
    clock.time += PAUSE_MS;
    rate('98');
    expect(fired).toEqual(['below at 99', 'below at 98, missed 2']);
  });
});

it('removes an alert that has expired, also while no rate arrives', () => {
  const { alerts, fired, rate, clock } = setUp();
  alerts.add({ ...alert('above', '100'), expiresAt: '2026-11-20T13:00:00.000Z' });
  expect(alerts.list()).toHaveLength(1);
  clock.time += HOUR_MS;
  expect(alerts.list()).toEqual([]);
  rate('101');
  expect(fired).toEqual([]);
});

it('replaces an alert, which then fires anew', () => {
  const { alerts, fired, rate, watched } = setUp();
  const { id } = alerts.add(alert('above', '100', true));
  rate('101');
  alerts.add({ ...alert('above', '110'), id });
  expect([alerts.list(), watched()]).toMatchObject([[{ id, value: '110', firedAt: null }], 1]);
  rate('111');
  expect(fired).toEqual(['above at 101', 'above at 111']);
});

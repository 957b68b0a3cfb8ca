import { expect, test, vi } from 'vitest';
import { createFakeTrading } from '../../../tests/support/browser/fakeTrading.ts';
import { RateAlertStore } from './RateAlertStore.ts';

const ALERT = { from: 'btc', to: 'usdttrc20', kind: 'above', value: '70000', isKept: false } as const;

test('lists the alerts that the shell has stored, also those of other windows', async () => {
  const source = { ...createFakeTrading().services.rateAlerts };
  const store = new RateAlertStore({ source });
  await store.add(ALERT);
  await store.add({ ...ALERT, from: 'eth' });
  expect(store.ofPair(ALERT).map(({ from }) => from)).toEqual(['btc']);
  const other = new RateAlertStore({ source });
  const stop = other.start();
  await vi.waitFor(() => expect(other.alerts).toHaveLength(2));
  await store.remove(store.alerts[0]?.id ?? '');
  expect(other.alerts.map(({ from }) => from)).toEqual(['eth']);
  stop();
});

test('rejects and keeps its list when the shell stores nothing', async () => {
  const source = { ...createFakeTrading().services.rateAlerts };
  const store = new RateAlertStore({ source });
  await store.add(ALERT);
  source.add = source.remove = () => Promise.reject(new Error('disk full'));
  await expect(store.add(ALERT)).rejects.toThrow('disk full');
  await expect(store.remove('1')).rejects.toThrow('disk full');
  expect(store.alerts).toHaveLength(1);
});

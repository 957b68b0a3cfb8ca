import { expect, it } from 'vitest';
import type { Status } from '../../../contract/api/service.ts';
import { healthDays } from './healthDays.ts';

const DAY_SECONDS = 86_400;
const incident = (startedAt: string, endedAt: string | null, state: 'LIMITED' | 'DOWN' = 'DOWN') => ({
  component: 'network:tron',
  state,
  startedAt,
  endedAt,
});
const status = (incidents: Status['incidents'], seconds = DAY_SECONDS): Status => ({
  serverTime: '2026-11-30T12:00:00.000Z',
  components: [],
  notice: null,
  incidents,
  watchedDays: [27, 28, 29, 30].map((day) => ({ day: `2026-11-${day}T00:00:00.000Z`, seconds })),
});
const lastFour = (incidents: Status['incidents']) => healthDays('network:tron', status(incidents)).states.slice(-4);

it('has no state for the days before the first start', () => {
  const { states, percent } = healthDays('network:tron', status([]));
  expect([states.length, new Set(states.slice(0, -4)), percent]).toEqual([30, new Set(['unknown']), 100]);
  expect(states.slice(-4)).toEqual(['worked', 'worked', 'worked', 'worked']);
  expect(healthDays('network:tron', { ...status([]), watchedDays: [] }).percent).toBeNull();
});

it('tells a day with 15 minutes down from one with less, and from one with limits', () => {
  expect(
    lastFour([
      incident('2026-11-27T10:00:00.000Z', '2026-11-27T10:14:59.000Z'),
      incident('2026-11-28T10:00:00.000Z', '2026-11-28T10:10:00.000Z'),
      incident('2026-11-28T20:00:00.000Z', '2026-11-28T20:05:00.000Z'),
      incident('2026-11-29T01:00:00.000Z', '2026-11-29T20:00:00.000Z', 'LIMITED'),
    ]),
  ).toEqual(['partly', 'down', 'partly', 'worked']);
  expect(lastFour([{ ...incident('2026-11-27T10:00:00.000Z', null), component: 'prices' }])).toEqual(Array(4).fill('worked'));
});

it('counts an incident on each of its days, and until now while it lasts', () => {
  const { states, percent } = healthDays('network:tron', status([incident('2026-11-28T23:50:00.000Z', null)]));
  expect(states.slice(-4)).toEqual(['worked', 'partly', 'down', 'down']);
  // Of four days, 36 hours and 10 minutes
  expect(percent).toBe(62.3);
});

it('never counts more time than was watched', () => {
  expect(healthDays('network:tron', status([incident('2026-11-20T00:00:00.000Z', null)], 60)).percent).toBe(0);
});

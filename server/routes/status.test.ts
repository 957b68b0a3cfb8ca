import { pino } from 'pino';
import Value from 'typebox/value';
import { expect, it, onTestFinished } from 'vitest';
import { StatusResponse } from '../../contract/schemas/status.ts';
import { createIncidentRecorder } from '../health/incidentRecorder.ts';
import { buildReadApp } from './testing.ts';

async function start() {
  const host = await buildReadApp();
  onTestFinished(() => host.close());
  const read = async () => Value.Parse(StatusResponse, (await host.app.inject({ method: 'GET', url: '/api/v1/status' })).json());
  const stateOf = async (id: string) => (await read()).components.find((component) => component.id === id);
  /** Two failed probes in a row are an outage. */
  const probe = async () => {
    await host.availability.probe();
    await host.availability.probe();
  };
  return { ...host, read, stateOf, probe };
}
const TRON = { slug: 'tron', friendlyTitle: 'TRON', logoLink: '/static/coins/network-tron.svg' };
const iso = (time: number) => new Date(time).toISOString();

it('lists every component with its state, and no incidents at first', async () => {
  const host = await start();
  const { components, incidents, notice } = await host.read();
  expect(components.slice(0, 4)).toEqual(['api', 'exchange', 'prices', 'orders'].map((id) => ({ id, state: 'OK' })));
  expect(components).toContainEqual({ id: 'network:tron', state: 'OK', network: TRON });
  expect([incidents, notice]).toEqual([[], null]);
});

it('records one incident of a network that stops answering, and its end', async () => {
  const host = await start();
  await host.incidents.record();
  host.down.add('tron');
  await host.probe();
  const network = TRON;
  expect(await host.stateOf('network:tron')).toEqual({
    id: 'network:tron',
    state: 'DOWN',
    reason: 'NETWORK_UNAVAILABLE',
    network,
  });
  const startedAt = iso(host.now());
  await host.incidents.record();
  host.clock.now += 10_000;
  await host.incidents.record();
  const incident = { component: 'network:tron', network, state: 'DOWN', startedAt };
  expect((await host.read()).incidents).toEqual([{ ...incident, endedAt: null }]);

  host.down.delete('tron');
  await host.probe();
  host.clock.now += 10_000;
  await host.incidents.record();
  expect(await host.stateOf('network:tron')).toMatchObject({ state: 'OK' });
  expect((await host.read()).incidents).toEqual([{ ...incident, endedAt: iso(host.now()) }]);

  host.clock.now += 91 * 24 * 60 * 60_000;
  await host.incidents.record();
  expect((await host.read()).incidents).not.toContainEqual(expect.objectContaining({ component: 'network:tron' }));
});

it('tells delayed payouts from none, and keeps the worse', async () => {
  const host = await start();
  host.state.lastSettlementAt = host.now() - 2 * 60_000;
  expect(await host.stateOf('orders')).toEqual({ id: 'orders', state: 'LIMITED' });
  await host.incidents.record();
  host.state.lastSettlementAt = host.now() - 6 * 60_000;
  await host.incidents.record();
  host.state.lastSettlementAt = host.now() - 2 * 60_000;
  await host.incidents.record();
  expect((await host.read()).incidents).toMatchObject([{ component: 'orders', state: 'DOWN', endedAt: null }]);
});

it('shows the message of an operator who closed exchanging', async () => {
  const host = await start();
  host.state.notice = 'Back at noon.';
  expect(await host.read()).toMatchObject({ notice: 'Back at noon.' });
  expect(await host.stateOf('exchange')).toEqual({ id: 'exchange', state: 'DOWN' });
});

it('lets only one of several processes record', async () => {
  const host = await start();
  const other = createIncidentRecorder({
    database: host.database,
    components: () => [{ id: 'prices', state: 'DOWN' }],
    log: pino({ level: 'silent' }),
    now: host.now,
  });
  await host.incidents.record();
  await other.record();
  expect((await host.read()).incidents).toEqual([]);
});

it('records for how long each day was watched, and nothing of the time without a host', async () => {
  const host = await start();
  const watched = async () => (await host.read()).watchedDays?.map(({ day, seconds }) => [day.slice(0, 10), seconds]);
  const recordFor = async (milliseconds: number) => {
    for (let passed = 0; passed <= milliseconds; passed += 5_000) {
      await host.incidents.record();
      host.clock.now += 5_000;
    }
  };
  host.clock.now = Date.UTC(2026, 10, 20, 12);
  await recordFor(10 * 60_000);
  expect(await watched()).toEqual([['2026-11-20', 600]]);
  host.clock.now = Date.UTC(2026, 10, 22, 23, 58);
  await recordFor(4 * 60_000);
  expect(await watched()).toEqual([
    ['2026-11-20', 600],
    ['2026-11-22', 60],
    ['2026-11-23', 180],
  ]);
  host.clock.now += 30 * 24 * 60 * 60_000;
  await host.incidents.record();
  expect(await watched()).toEqual([['2026-12-23', 0]]);
});

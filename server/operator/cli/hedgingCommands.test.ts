import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCountedHostOn } from '../../../tests/support/orderHosts.ts';
import { createHedgingOn, leaveOpen } from '../../hedging/testing.ts';
import { compareBalances } from '../../hedging/compareBalances.ts';
import { runOperator } from '../../orders/testing/hostActions.ts';
import type { OrderHost } from '../../orders/testing/orderHost.ts';

let host: OrderHost;
let hedging: ReturnType<typeof createHedgingOn>;
beforeEach(async () => {
  host = await startCountedHostOn('SQLite');
  hedging = createHedgingOn(host);
});
afterEach(async () => {
  await host.close();
});

const say = async (words: string): Promise<string> => await runOperator(host, ...words.split(' '));
const tick = async (): Promise<void> => {
  host.advanceClock(5_000);
  await hedging.hedger.tick();
};

it('switches hedging off and on, and says what is open and what was traded', async () => {
  expect(await say('hedging off')).toContain('Nothing was done');
  expect(await say('hedging status')).toContain('No exchange is connected.');
  await tick();
  expect(await say('hedging off')).toBe('Hedging on embedded is off. The host applies it in its next round.');
  await leaveOpen(host, 'eth', '2');
  await tick();
  expect(await say('hedging status')).toBe(
    'embedded: off since 2026-11-20T12:00:05.000Z. Last day: 0 orders worth 0 USD, 0 refused\nOpen positions:\n  ETH 2 + 0 committed = no price',
  );
  expect(await say('hedging on')).toContain('is on');
  await hedging.controls.setMode('late');
  await tick();
  expect(await say('hedging status')).toContain('  unresolved: SELL 2 ETH since 2026-11-20T12:00:15.000Z');
  await hedging.controls.setMode('up');
  await tick();
  expect(await say('hedging status')).toContain('embedded: on. Last day: 1 orders worth 6000 USD, 0 refused');
  expect(await say('hedging maybe')).toContain('hedging');
  expect(await say('audit')).toMatch(/hedging hedging[\s\S]*hedging hedging/);
});

it('continues a coin that was stopped after refusals', async () => {
  await tick();
  await hedging.controls.setMode('refuse');
  await leaveOpen(host, 'eth', '2');
  for (let round = 0; round < 4; round += 1) await tick();
  await hedging.controls.setMode('up');
  await tick();
  expect(await hedging.venue.fills('ETH', 0)).toEqual([]);
  await say('hedging on');
  await tick();
  expect(await hedging.venue.fills('ETH', 0)).toHaveLength(1);
});

it('prints the result of a month', async () => {
  await tick();
  const printed = await say('profit 2026-11');
  expect(printed).toMatch(/^2026-11, in USD\n {2}owned at the begin +0\.00\n/);
  expect(printed).toContain('Without a price, and left out: BNB, BTC, ETH');
  expect(await say('profit 2026-12')).toContain('<month>');
});

it('books our own money at a known exchange', async () => {
  expect(await say('capital BTC@embedded 0.25 ours')).toContain('Nothing was done');
  await tick();
  await hedging.controls.deposit('BTC', '0.25', 'a1'.repeat(32));
  expect(await say('capital NOPE@embedded 0.25 ours')).toContain('Nothing was done');
  expect(await compareBalances(host.database, hedging.venue)).toHaveLength(1);
  expect(await say('capital BTC@embedded 0.25 ours')).toContain('0.25 BTC@embedded is booked as capital');
  expect(await compareBalances(host.database, hedging.venue)).toEqual([]);
});

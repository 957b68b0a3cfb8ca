import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amount, compare, subtract, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import {
  VenueRefusedError,
  VenueUnavailableError,
  type FoundOrder,
  type LiquidityVenue,
  type VenueFill,
  type VenueOrder,
} from '../../server/ports/venue/liquidityVenue.ts';
import type { VenueUnderTest } from './venueUnderTest.ts';

const DEADLINE_MS = 5_000;

/** Describes what every venue does. The hedger relies on nothing else. */
export function describeLiquidityVenue(name: string, open: () => Promise<VenueUnderTest>): void {
  describe(`the venue port: ${name}`, () => {
    let under: VenueUnderTest;
    let venue: LiquidityVenue;
    beforeEach(async () => {
      under = await open();
      ({ venue } = under);
    });
    afterEach(async () => {
      await under.close();
    });

    const orderOf = (order: Partial<VenueOrder> = {}): VenueOrder => ({
      id: randomUUID(),
      coin: 'BTC',
      side: 'BUY',
      amount: '0.02',
      limit: '61000',
      deadline: under.now() + DEADLINE_MS,
      ...order,
    });
    const held = async (coin: string): Promise<Decimal> => (await venue.balances()).get(coin) ?? '0';
    const fillsOf = async (found: FoundOrder): Promise<VenueFill[]> => {
      const fills = await venue.fills('BTC', 0);
      return found.state === 'ENDED' ? fills.filter(({ venueOrderId }) => venueOrderId === found.venueOrderId) : [];
    };
    const expectRefused = async (order: VenueOrder): Promise<void> => {
      const before = await venue.balances();
      await expect(venue.place(order)).rejects.toBeInstanceOf(VenueRefusedError);
      expect(await venue.find(order)).toEqual({ state: 'ABSENT' });
      expect(await venue.balances()).toEqual(before);
    };

    it('lists markets with steps, minimums and the fee', async () => {
      const market = (await venue.markets()).find(({ coin }) => coin === 'BTC');
      if (!market) throw new Error('no market of BTC');
      const { amountStep, priceStep, minimumAmount, minimumCost, takerPercent } = market;
      for (const value of [amountStep, priceStep, minimumAmount, minimumCost]) expect(compare(value, '0')).toBe(1);
      expect(compare(minimumCost, '100')).toBe(-1);
      expect(compare(takerPercent, '1')).toBe(-1);
      expect((await venue.markets()).map(({ coin }) => coin)).not.toContain(venue.baseCoin);
    });

    it.each(['BUY', 'SELL'] as const)('fills an order within its limit and moves the balances by it: %s', async (side) => {
      const before = await venue.balances();
      const order = orderOf({ side, limit: side === 'BUY' ? '61000' : '59000' });
      await venue.place(order);
      const found = await venue.find(order);
      expect(found).toMatchObject({ state: 'ENDED', filled: '0.02' });
      const fills = await fillsOf(found);
      expect(sum(fills.map(({ amount }) => amount))).toBe('0.02');
      for (const fill of fills) {
        expect(fill).toMatchObject({ coin: 'BTC', side });
        const price = toDecimal(amount(fill.cost).div(amount(fill.amount)));
        expect(compare(price, order.limit)).not.toBe(side === 'BUY' ? 1 : -1);
      }
      const feeIn = (coin: string) => sum(fills.filter(({ feeCoin }) => feeCoin === coin).map(({ fee }) => fee));
      const moved = async (coin: string) => subtract(await held(coin), before.get(coin) ?? '0');
      const cost = sum(fills.map((fill) => fill.cost));
      const [coins, base] = side === 'BUY' ? ['0.02', subtract('0', cost)] : ['-0.02', cost];
      expect(await moved('BTC')).toBe(subtract(coins, feeIn('BTC')));
      expect(await moved(venue.baseCoin)).toBe(subtract(base, feeIn(venue.baseCoin)));
    });

    it('fills nothing of an order whose limit the market does not reach', async () => {
      const before = await venue.balances();
      const order = orderOf({ limit: '50000' });
      await venue.place(order);
      const found = await venue.find(order);
      expect(found).toMatchObject({ state: 'ENDED', filled: '0' });
      expect(await fillsOf(found)).toEqual([]);
      expect(await venue.balances()).toEqual(before);
    });

    it('cancels what the market does not fill', async () => {
      await under.break('partial');
      const order = orderOf();
      await venue.place(order);
      await under.mend();
      const found = await venue.find(order);
      expect(found).toMatchObject({ state: 'ENDED', filled: '0.01' });
      expect(sum((await fillsOf(found)).map(({ amount }) => amount))).toBe('0.01');
    });

    it('does not know an order that was never placed', async () => {
      expect(await venue.find(orderOf())).toEqual({ state: 'ABSENT' });
    });

    it('finds an order whose answer was lost', async () => {
      await under.break('loseAnswers');
      const order = orderOf();
      await expect(venue.place(order)).rejects.toBeInstanceOf(VenueUnavailableError);
      await under.mend();
      const found = await venue.find(order);
      expect(found).toMatchObject({ state: 'ENDED', filled: '0.02' });
      expect(sum((await fillsOf(found)).map(({ amount }) => amount))).toBe('0.02');
    });

    it('does not find an order that was lost on its way', async () => {
      await under.break('loseRequests');
      const order = orderOf();
      await expect(venue.place(order)).rejects.toBeInstanceOf(VenueUnavailableError);
      await under.mend();
      expect(await venue.find(order)).toEqual({ state: 'ABSENT' });
      expect(await venue.fills('BTC', 0)).toEqual([]);
    });

    it('refuses an order that the account can not pay', async () => {
      await expectRefused(orderOf({ side: 'SELL', amount: '1000000', limit: '59000' }));
    });

    it('refuses an order below the minimum', async () => {
      await expectRefused(orderOf({ amount: '0.00001' }));
    });

    it('refuses an order after its deadline', async () => {
      await expectRefused(orderOf({ deadline: under.now() - 60_000 }));
    });

    it('throws the same error from every call while it is down', async () => {
      const order = orderOf();
      await under.break('down');
      const answers = await Promise.allSettled([
        venue.markets(),
        venue.balances(),
        venue.place(order),
        venue.find(order),
        venue.fills('BTC', 0),
        venue.depositAddress('BTC', 'bitcoin'),
        venue.transfers(0),
      ]);
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(VenueUnavailableError) });
      await under.mend();
      expect(await venue.find(order)).toEqual({ state: 'ABSENT' });
    });

    it('returns each fill with the same id every time, from the given time on', async () => {
      await venue.place(orderOf());
      await venue.place(orderOf({ side: 'SELL', limit: '59000' }));
      const fills = await venue.fills('BTC', 0);
      expect(new Set(fills.map(({ id }) => id)).size).toBe(fills.length);
      expect(await venue.fills('BTC', 0)).toEqual(fills);
      expect(await venue.fills('BTC', (fills.at(-1)?.at ?? 0) + 1)).toEqual([]);
    });

    it('has one deposit address for a coin, and lists what arrived', async () => {
      expect(await venue.depositAddress('BTC', 'bitcoin')).toEqual(await venue.depositAddress('BTC', 'bitcoin'));
      const before = await held('BTC');
      await under.deposit('a1'.repeat(32));
      expect(await venue.transfers(under.now() - 60_000)).toMatchObject([
        { direction: 'IN', coin: 'BTC', amount: '0.25', txHash: 'a1'.repeat(32), address: null, state: 'DONE' },
      ]);
      expect(subtract(await held('BTC'), before)).toBe('0.25');
    });
  });
}

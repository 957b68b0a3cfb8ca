import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amount, compare, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import { DATABASES, rulesOn } from '../../tests/support/databases.ts';
import { startOrderHostOn } from '../../tests/support/orderHosts.ts';
import { listVenueOrders } from '../db/repositories/venues/venueOrders.ts';
import type { VenueOrderState } from '../db/tables/venues.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';
import { bookCapital } from '../payments/capital.ts';
import type { VenueMode } from '../ports/venue/venueControls.ts';
import { compareBalances } from './compareBalances.ts';
import { findHedgingTroubles } from './hedgingTroubles.ts';
import { readPositions } from './positions.ts';
import { createHedgingOn, leaveOpen } from './testing.ts';

describe.each(DATABASES)('the hedger on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  let hedging: ReturnType<typeof createHedgingOn>;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
    hedging = createHedgingOn(host);
    await hedging.hedger.tick();
  });
  afterEach(async () => {
    await host.close();
  });

  /** Another process takes the venue over. */
  const replaceHedger = async (options: Parameters<typeof createHedgingOn>[1]): Promise<void> => {
    await host.database.deleteFrom('leases').execute();
    hedging = createHedgingOn(host, options);
  };
  const tick = async (afterMs = 5_000): Promise<void> => {
    host.advanceClock(afterMs);
    await hedging.hedger.tick();
  };
  const openOf = async (coin: string): Promise<Decimal> =>
    (await readPositions(host.database, host.context.catalogue)).get(coin)?.booked ?? '0';
  const states = async (): Promise<VenueOrderState[]> =>
    (await listVenueOrders(host.database, 'embedded', 0)).map(({ state }) => state).toReversed();
  const bought = async (): Promise<Decimal> => sum((await hedging.venue.fills('BTC', 0)).map((fill) => fill.amount));
  const inMode = (mode: VenueMode): Promise<void> => hedging.controls.setMode(mode);
  const expectEqualBooks = async (): Promise<void> => {
    expect(await compareBalances(host.database, hedging.venue)).toEqual([]);
  };

  rule('buys what was paid out and sells what came in, and books the fills', async () => {
    await leaveOpen(host, 'btc', '-0.5');
    await leaveOpen(host, 'eth', '2');
    await tick();
    expect(await states()).toEqual(['ENDED', 'ENDED']);
    expect(await bought()).toBe('0.5');
    // What is bought pays the fee, and what is sold does not.
    expect(await openOf('BTC')).toBe('-0.0005');
    expect(await openOf('ETH')).toBe('0');
    await expectEqualBooks();
  });

  rule('nets what orders leave open, on all networks together', async () => {
    await leaveOpen(host, 'usdterc20', '5000');
    await leaveOpen(host, 'usdttrc20', '-5000');
    await leaveOpen(host, 'eth', '1');
    await leaveOpen(host, 'eth', '-1');
    await tick();
    expect(await states()).toEqual([]);
  });

  rule('trades less than 500 USD only after ten minutes, and less than the minimum never', async () => {
    await leaveOpen(host, 'btc', '-0.005');
    await leaveOpen(host, 'eth', '0.001');
    await tick();
    await tick(9 * 60_000);
    expect(await states()).toEqual([]);
    await tick(60_000);
    expect(await states()).toEqual(['ENDED']);
    expect(await bought()).toBe('0.005');
  });

  rule('trades the rest of a partial fill in the next round', async () => {
    await inMode('partial');
    await leaveOpen(host, 'btc', '-0.5');
    await tick();
    expect(await bought()).toBe('0.25');
    await inMode('up');
    await tick();
    expect(await bought()).toBe('0.50025');
    await expectEqualBooks();
  });

  rule('finds an order whose answer was lost, and does not place it again', async () => {
    await inMode('loseAnswers');
    await leaveOpen(host, 'btc', '-0.5');
    await tick();
    await tick();
    expect(await states()).toEqual(['ENDED']);
    expect(await bought()).toBe('0.5');
    await expectEqualBooks();
  });

  rule('places no second order of a coin until two lookups after the deadline did not find the first', async () => {
    await inMode('loseRequests');
    await leaveOpen(host, 'btc', '-0.5');
    await tick();
    await inMode('up');
    for (let round = 0; round < 3; round += 1) await tick();
    expect(await states()).toEqual(['UNRESOLVED']);
    expect((await findHedgingTroubles(host.database)).UNRESOLVED).toBe(host.context.now() - 15_000);
    await tick(11_000);
    expect(await states()).toEqual(['UNRESOLVED']);
    await tick();
    expect(await states()).toEqual(['ABSENT', 'ENDED']);
    expect(await bought()).toBe('0.5');
  });

  rule('books an order that the exchange executes after it was looked up', async () => {
    await inMode('late');
    await leaveOpen(host, 'btc', '-0.5');
    await tick();
    expect(await states()).toEqual(['UNRESOLVED']);
    await tick();
    expect(await states()).toEqual(['ENDED']);
    expect(await bought()).toBe('0.5');
    await expectEqualBooks();
  });

  rule('stops a coin after three refusals, until hedging is switched on again', async () => {
    await inMode('refuse');
    await leaveOpen(host, 'btc', '-0.5');
    for (let round = 0; round < 5; round += 1) await tick();
    expect(await states()).toEqual(['REFUSED', 'REFUSED', 'REFUSED']);
    expect((await findHedgingTroubles(host.database)).STOPPED).toBe(host.context.now() - 10_000);
    await inMode('up');
    await tick();
    expect(await states()).toHaveLength(3);
    await host.database.updateTable('venues').set({ resumed_at: host.context.now() }).execute();
    await tick();
    expect(await states()).toEqual(['REFUSED', 'REFUSED', 'REFUSED', 'ENDED']);
    expect(await findHedgingTroubles(host.database)).toEqual({ RECOVERY: null, STOPPED: null, UNRESOLVED: null });
  });

  rule('trades nothing while it is switched off, or while our account has an alarm', async () => {
    await leaveOpen(host, 'btc', '-0.5');
    await host.database.updateTable('venues').set({ off_at: 1 }).execute();
    await tick();
    expect(await states()).toEqual([]);
    await host.database.updateTable('venues').set({ off_at: null }).execute();
    const alarmed = createHedgingOn({
      ...host,
      context: { ...host.context, alarmSince: (parts) => (parts.includes('VENUE') ? 1 : null) },
    });
    await host.database.deleteFrom('leases').execute();
    await alarmed.hedger.tick();
    expect(await states()).toEqual([]);
  });

  rule('trades at most the cap of an order, and within an hour three times what customers exchanged', async () => {
    await replaceHedger({ perOrderUsd: '6000', maximumUsd: '500' });
    // 60,000 USD, so long ago that the cap of the hour is three times the limit of all positions, which is two largest orders.
    await leaveOpen(host, 'btc', '-1');
    host.advanceClock(4_000_000);
    await tick();
    expect(await states()).toEqual([]);
    // The cap is 18,000 USD.
    await leaveOpen(host, 'btc', '0.1');
    for (let round = 0; round < 5; round += 1) await tick();
    expect(await states()).toEqual(['ENDED', 'ENDED', 'ENDED']);
    await tick(3_600_000);
    expect(await states()).toHaveLength(3);
  });

  rule('counts toward the cap only what was filled', async () => {
    // The cap is 7,500 USD, less than the orders are worth together.
    await replaceHedger({ maximumUsd: '1250' });
    await leaveOpen(host, 'btc', '-0.1');
    host.advanceClock(4_000_000);
    await inMode('partial');
    for (let round = 0; round < 4; round += 1) await tick();
    expect(await states()).toEqual(['ENDED', 'ENDED', 'ENDED', 'ENDED']);
  });

  rule('closes what an outage left open although nobody exchanges any more', async () => {
    await leaveOpen(host, 'btc', '-0.5');
    host.advanceClock(4_000_000);
    await tick();
    expect(await bought()).toBe('0.5');
  });

  it('never places an order that a killed process had stored', async () => {
    await replaceHedger({ wrap: (venue) => ({ ...venue, place: () => new Promise(() => undefined) }) });
    await leaveOpen(host, 'btc', '-0.5');
    host.advanceClock(5_000);
    void hedging.hedger.tick();
    await expect.poll(states).toEqual(['UNRESOLVED']);
    await host.restart();
    hedging = createHedgingOn(host);
    await tick();
    expect(await bought()).toBe('0');
    await tick();
    expect(await states()).toEqual(['ABSENT', 'ENDED']);
    expect(await bought()).toBe('0.5');
  });

  it('leaves a venue to the process that has its lease', async () => {
    const second = createHedgingOn(host);
    await leaveOpen(host, 'btc', '-0.5');
    host.advanceClock(1_000);
    await second.hedger.tick();
    expect(await states()).toEqual([]);
    await tick();
    expect(await states()).toEqual(['ENDED']);
  });

  it('keeps its lease during a round whose orders take long', async () => {
    let isFirst = true;
    const place = async (): Promise<void> => {
      if (isFirst) host.advanceClock(20_000);
      isFirst = false;
    };
    await replaceHedger({ wrap: (venue) => ({ ...venue, place }) });
    await leaveOpen(host, 'btc', '-0.5');
    await leaveOpen(host, 'eth', '2');
    await tick();
    expect(await states()).toEqual(['UNRESOLVED', 'UNRESOLVED']);
    const { until } = await host.database.selectFrom('leases').select('until').executeTakeFirstOrThrow();
    expect(until).toBeGreaterThan(host.context.now());
  });

  rule('accepts no price worse than 0.3 % beyond the trusted one', async () => {
    await leaveOpen(host, 'btc', '-3');
    await tick();
    const [order] = await listVenueOrders(host.database, 'embedded', 0);
    expect(order?.price_limit).toBe('60180');
    for (const fill of await hedging.venue.fills('BTC', 0)) {
      expect(compare(toDecimal(amount(fill.cost).div(amount(fill.amount))), '60180')).not.toBe(1);
    }
  });

  describe('in RECOVERY', () => {
    const tradeUnknown = async (): Promise<void> => {
      const deadline = host.context.now() + 10_000;
      await hedging.venue.place({ id: randomUUID(), coin: 'BTC', side: 'BUY', amount: '0.3', limit: '61000', deadline });
      await host.database.updateTable('venues').set({ recovery_since: host.context.now() }).execute();
    };
    const isRecovering = async (): Promise<boolean> =>
      (await host.database.selectFrom('venues').select('recovery_since').executeTakeFirstOrThrow()).recovery_since !== null;

    it('books the fills that the books lack, then trades what is open', async () => {
      await tradeUnknown();
      expect(await compareBalances(host.database, hedging.venue)).toHaveLength(2);
      await tick();
      expect(await isRecovering()).toBe(false);
      await expectEqualBooks();
      // The unknown purchase is a position like any other.
      expect((await hedging.venue.fills('BTC', 0)).map(({ side }) => side)).toEqual(['BUY', 'SELL']);
      expect(await openOf('BTC')).toBe('0');
    });

    it('trades nothing until an operator has explained a transfer', async () => {
      await tradeUnknown();
      await hedging.controls.deposit('BTC', '0.25', 'a1'.repeat(32));
      await leaveOpen(host, 'eth', '2');
      await tick();
      expect(await isRecovering()).toBe(true);
      expect(await states()).toEqual([]);
      const [difference, ...others] = await compareBalances(host.database, hedging.venue);
      expect(others).toEqual([]);
      expect(difference).toMatchObject({ instrument: 'BTC@embedded', difference: '0.25' });
      await host.database
        .transaction()
        .execute((transaction) =>
          bookCapital(host.context, transaction, () =>
            Promise.resolve([{ instrument: 'BTC@embedded', amount: '0.25', note: 'ours' }]),
          ),
        );
      await tick();
      expect(await isRecovering()).toBe(false);
      expect((await states()).length).toBeGreaterThan(0);
      await expectEqualBooks();
    });
  });
});

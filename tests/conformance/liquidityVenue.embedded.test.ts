import { describe, expect, it } from 'vitest';
import { amount, compare, toDecimal } from '../../contract/money.ts';
import { createEmbeddedVenueStore } from '../../server/db/repositories/venues/embeddedVenue.ts';
import { createEmbeddedFeed } from '../../server/ports/market/embedded/embeddedFeed.ts';
import { createEmbeddedVenue } from '../../server/ports/venue/embedded/embeddedVenue.ts';
import { VenueUnavailableError } from '../../server/ports/venue/liquidityVenue.ts';
import { createStore, DATABASES, type DatabaseKind } from '../support/databases.ts';
import { describeLiquidityVenue } from './liquidityVenue.ts';

const START = Date.UTC(2026, 10, 20, 12);
const snapshot = { date: '2026-11-20', note: 'for tests', prices: { BTC: '60000', USDT: '1', USD: '1' } };

async function open(kind: DatabaseKind) {
  const clock = { now: START };
  const store = await createStore(kind);
  const database = store.open();
  const feed = createEmbeddedFeed({ snapshot, seed: 1, now: () => clock.now });
  const create = () =>
    createEmbeddedVenue({ store: createEmbeddedVenueStore(database), feed, now: () => clock.now, slowMs: 1, lateMs: 3_000 });
  const { venue, controls } = create();
  return {
    clock,
    create,
    controls,
    venue,
    now: () => clock.now,
    break: controls.setMode,
    mend: () => controls.setMode('up'),
    deposit: (txHash: string) => controls.deposit('BTC', '0.25', txHash),
    close: async () => {
      await database.destroy();
      store.remove();
    },
  };
}

describe.each(DATABASES)('%s', (kind) => describeLiquidityVenue('embedded', () => open(kind)));

describe('the embedded venue', () => {
  const order = (id: string) => ({
    id,
    coin: 'BTC',
    side: 'BUY' as const,
    amount: '1',
    limit: '60300',
    deadline: START + 5_000,
  });

  it('keeps its books over a restart', async () => {
    const under = await open('SQLite');
    await under.venue.place(order('first'));
    const { venue } = under.create();
    expect(await venue.balances()).toEqual(await under.venue.balances());
    expect(await venue.find(order('first'))).toMatchObject({ state: 'ENDED', filled: '1' });
    await under.close();
  });

  it('has a worse price for each further 20,000 USD', async () => {
    const under = await open('SQLite');
    await under.venue.place({ ...order('deep'), amount: '0.9' });
    const fills = await under.venue.fills('BTC', 0);
    const prices = fills.map((fill) => toDecimal(amount(fill.cost).div(amount(fill.amount)))).toSorted(compare);
    // The ask is 60,006 USD, and a USDT is sold for 0.99995 USD.
    expect(prices).toEqual(['60009.1', '60039.1', '60069.1']);
    await under.close();
  });

  it('executes a late order after its answer was lost, unless its deadline has passed', async () => {
    const under = await open('SQLite');
    await under.controls.setMode('late');
    await expect(under.venue.place(order('late'))).rejects.toBeInstanceOf(VenueUnavailableError);
    await expect(under.venue.place({ ...order('too late'), deadline: START + 1_000 })).rejects.toThrow('lost');
    await under.controls.setMode('up');
    expect(await under.venue.find(order('late'))).toEqual({ state: 'ABSENT' });
    under.clock.now += 3_000;
    expect(await under.venue.find(order('late'))).toMatchObject({ state: 'ENDED', filled: '1' });
    expect(await under.venue.find(order('too late'))).toMatchObject({ state: 'ENDED', filled: '0' });
    await under.close();
  });

  it('shows balances that are too low in mode understate, and trades with the true ones', async () => {
    const under = await open('SQLite');
    const before = await under.venue.balances();
    await under.controls.setMode('understate');
    expect((await under.venue.balances()).get('USDT')).toBe('9900000');
    await under.controls.setMode('up');
    expect(await under.venue.balances()).toEqual(before);
    await under.close();
  });

  it('buys twice when an order is sent twice, as real exchanges do', async () => {
    const under = await open('SQLite');
    await under.venue.place(order('same'));
    await under.venue.place(order('same'));
    expect(await under.venue.find(order('same'))).toMatchObject({ filled: '2' });
    await under.close();
  });
});

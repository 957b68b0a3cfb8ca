import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { add, subtract, type Decimal } from '../../contract/money.ts';
import { oneDatabase } from '../../tests/support/databases.ts';
import { startCountedHostOn } from '../../tests/support/orderHosts.ts';
import { createLogger } from '../common/log.ts';
import { sumAccounts } from '../db/repositories/ledger.ts';
import { writeTrustedPrices } from '../db/repositories/marketPrices.ts';
import { enterVenueRecovery, findVenue } from '../db/repositories/venues/venues.ts';
import type { LedgerAccount } from '../db/tables/payments.ts';
import { reconcileNow, runOperator } from '../orders/testing/hostActions.ts';
import type { OrderHost } from '../orders/testing/orderHost.ts';
import { createRecoveryWatch, type RecoveryWatch } from '../recovery/recoveryWatch.ts';
import { VenueUnavailableError, type VenueTransfer } from '../ports/venue/liquidityVenue.ts';
import { readProfit } from '../reports/profit.ts';
import { readPositions } from './positions.ts';
import { createHedgingOn } from './testing.ts';

const NO_MARK = { value: () => null, raise: () => Promise.resolve() };
const USDT = 'usdttrc20';
/** The address that the exchange gives us for deposits of USDT on TRON */
const DEPOSITS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const STRANGER = 'TJCnKsPa7y5okkXvQAidZBzqx3QyQ6sxMW';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe.each(oneDatabase(import.meta.filename))('transfers between the treasury and the exchange on %s', (kind) => {
  let host: OrderHost;
  let hedging: ReturnType<typeof createHedgingOn>;
  let watch: RecoveryWatch;
  let listedAs: Partial<VenueTransfer>;
  /** Whether two of three answers of the exchange are lost */
  let isFaulty: boolean;
  let calls = 0;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
    [listedAs, isFaulty] = [{}, false];
    hedging = createHedgingOn(host, {
      wrap: (venue) => ({
        ...venue,
        depositAddress: () => Promise.resolve({ address: DEPOSITS, memo: null }),
        transfers: async (since) => {
          calls += 1;
          if (isFaulty && calls % 3 !== 0) throw new VenueUnavailableError('the answer was lost');
          return (await venue.transfers(since)).map((transfer) => ({ ...transfer, ...listedAs }));
        },
      }),
    });
    Object.assign(host.context, { venue: hedging.venue });
    watch = createRecoveryWatch({ ...host.context, mark: NO_MARK, log: createLogger('silent') });
    await hedging.hedger.tick();
    await watch.check();
    expect(await reconcileNow(host)).toEqual([]);
  });
  afterEach(async () => {
    await host.close();
  });

  const tick = async (afterMs = MINUTE_MS): Promise<void> => {
    host.advanceClock(afterMs);
    await hedging.hedger.tick();
  };
  const operate = async (words: string): Promise<string> => await runOperator(host, ...words.split(' '));
  const held = async (account: LedgerAccount, instrument: string): Promise<Decimal> =>
    (await sumAccounts(host.database, [account])).get(instrument) ?? '0';
  const findings = async () => (await reconcileNow(host)).map(({ severity, key }) => `${severity} ${key}`);
  const checkTreasury = async (): Promise<readonly unknown[]> => {
    for (let round = 0; round < 3; round += 1) await watch.check();
    return watch.list();
  };
  const send = (amount: Decimal, address = DEPOSITS): string => {
    const txHash = host.chain('tron').spend({ address }, USDT, amount);
    host.chain('tron').mine(2);
    return txHash;
  };
  const announceAndSend = async (amount: Decimal): Promise<string> => {
    expect(await operate(`spend ${USDT} ${amount} ${DEPOSITS} to the exchange`)).toContain('books it as a transfer to embedded');
    const txHash = send(amount);
    expect(await checkTreasury()).toEqual([]);
    return txHash;
  };
  const withdraw = async (amount: Decimal, txHash: string, to?: string): Promise<string> => {
    const gateway = host.chain('tron');
    const address = to ?? (await gateway.addressAt(gateway.treasury())).address;
    await hedging.controls.withdraw('USDT', amount, { fee: '1', address, txHash });
    return address;
  };

  it('books what an operator announced to its deposit address, once, and changes no capital and no position', async () => {
    const capital = [await held('CAPITAL', USDT), await held('CAPITAL', 'USDT@embedded')];
    const [treasury, venue] = [await held('TREASURY', USDT), await held('VENUE', 'USDT@embedded')];
    const txHash = await announceAndSend('100');
    expect(await held('VENUE_TRANSIT', USDT)).toBe('100');
    expect(await held('NETWORK_FEES', 'trx')).toBe(host.chain('tron').fee);
    expect(await findings()).toEqual([]);
    expect(await operate('hedging status')).toContain(`On its way: 100 ${USDT} to USDT@embedded since `);
    await tick();
    expect(await held('VENUE_TRANSIT', USDT)).toBe('100');
    await hedging.controls.deposit('USDT', '100', txHash.toUpperCase());
    // It is in the balance before it is booked.
    expect(await findings()).toEqual([]);
    for (let round = 0; round < 2; round += 1) await tick();
    expect([await held('VENUE_TRANSIT', USDT), await held('VENUE', 'USDT@embedded'), await held('TREASURY', USDT)]).toEqual([
      '0',
      String(Number(venue) + 100),
      String(Number(treasury) - 100),
    ]);
    expect([await held('CAPITAL', USDT), await held('CAPITAL', 'USDT@embedded')]).toEqual(capital);
    expect((await readPositions(host.database, host.context.catalogue)).get('USDT')).toBeUndefined();
    expect(await findings()).toEqual([]);
    expect(await operate('hedging status')).not.toContain('On its way');
  });

  it('books a withdrawal to the treasury, with its fee', async () => {
    const prices = { USDT: '1', TRX: '0.3' };
    const rows = Object.entries(prices).map(([symbol, price]) => ({ symbol, price, priced_at: host.context.now() }));
    await writeTrustedPrices(host.database, rows, host.context.now());
    const profit = async () => await readProfit(host.database, host.context.catalogue, '2026-11');
    const before = await profit();
    const address = await withdraw('100', 'b2'.repeat(32));
    await tick();
    expect([await held('VENUE_TRANSIT', 'USDT@embedded'), await held('VENUE_FEES', 'USDT@embedded')]).toEqual(['100', '1']);
    expect(await findings()).toEqual([]);
    host.chain('tron').pay({ address }, USDT, '100', 'b2'.repeat(32));
    host.chain('tron').mine(2);
    expect(await findings()).toEqual([]);
    for (let round = 0; round < 2; round += 1) await tick();
    expect(await held('VENUE_TRANSIT', 'USDT@embedded')).toBe('0');
    expect(await findings()).toEqual([]);
    expect(await profit()).toEqual({ ...before, venues: '-1', closing: String(Number(before.closing) - 1) });
  });

  it('books withdrawals once while answers of the exchange and of the network are lost', async () => {
    const [treasury, venue] = [await held('TREASURY', USDT), await held('VENUE', 'USDT@embedded')];
    const tron = host.chain('tron');
    isFaulty = true;
    for (const [place, amount] of ['100', '40', '40'].entries()) {
      const txHash = `${place + 1}f`.repeat(32);
      const address = await withdraw(amount, txHash);
      for (let round = 0; round < 4; round += 1) await tick();
      tron.pay({ address }, USDT, amount, txHash);
      tron.mine(2);
      tron.mode = 'down';
      for (let round = 0; round < 4; round += 1) await tick();
      tron.mode = 'up';
      for (let round = 0; round < 7; round += 1) await tick();
    }
    expect([await held('VENUE_TRANSIT', 'USDT@embedded'), await held('VENUE_FEES', 'USDT@embedded')]).toEqual(['0', '3']);
    expect(await held('TREASURY', USDT)).toBe(add(treasury, '180'));
    expect(await held('VENUE', 'USDT@embedded')).toBe(subtract(venue, '183'));
    expect(await findings()).toEqual([]);
  });

  it.each([
    ['to another address', STRANGER, 0],
    ['from before the host booked transfers', undefined, 1],
  ])('leaves a withdrawal %s to an operator', async (_, address, later) => {
    await host.database
      .updateTable('venues')
      .set({ transfers_since: host.context.now() + later })
      .execute();
    await withdraw('100', 'b2'.repeat(32), address);
    await tick();
    expect(await held('VENUE_TRANSIT', 'USDT@embedded')).toBe('0');
    expect(await findings()).toEqual(['ALARM venue:embedded:USDT@embedded']);
  });

  it('takes a withdrawal back that the exchange does not carry out', async () => {
    const before = await held('VENUE', 'USDT@embedded');
    await withdraw('100', 'b2'.repeat(32));
    listedAs = { state: 'PENDING', txHash: null };
    await tick();
    expect(await held('VENUE_TRANSIT', 'USDT@embedded')).toBe('100');
    listedAs = { state: 'FAILED', txHash: null };
    for (let round = 0; round < 2; round += 1) await tick();
    expect([await held('VENUE_TRANSIT', 'USDT@embedded'), await held('VENUE', 'USDT@embedded')]).toEqual(['0', before]);
    expect(await held('VENUE_FEES', 'USDT@embedded')).toBe('0');
  });

  it('waits while what arrived differs, reports it after a day, and lets an operator give it up', async () => {
    const txHash = await announceAndSend('100');
    await hedging.controls.deposit('USDT', '99', txHash);
    await tick(DAY_MS);
    const [row] = await host.database.selectFrom('venue_transfers').selectAll().execute();
    expect(row).toMatchObject({ state: 'SENT', amount: '100' });
    expect(await findings()).toEqual([`NOTICE moved:${row?.id}`]);
    expect(await operate(`hedging lost ${row?.id} credited one less`)).toContain('is given up');
    expect(await operate(`hedging lost ${row?.id} twice`)).toContain('Nothing was done');
    await operate('capital USDT@embedded 99 arrived');
    await tick();
    expect(await held('VENUE_TRANSIT', USDT)).toBe('0');
    expect(await held('NETWORK_FEES', 'trx')).toBe('0');
    expect(await findings()).toEqual([]);
  });

  it('explains what left without an announcement, when the exchange received it', async () => {
    await enterVenueRecovery(host.database, host.context.now());
    const txHash = send('100');
    expect(await checkTreasury()).toMatchObject([{ network: 'tron' }]);
    await hedging.controls.deposit('USDT', '100', txHash);
    await checkTreasury();
    await tick();
    const explained = await host.database.selectFrom('treasury_transactions').selectAll().execute();
    expect(explained).toMatchObject([{ tx_hash: txHash, explanation: 'OWN', explained_by: null }]);
    expect([await held('VENUE_TRANSIT', USDT), await findings()]).toEqual(['0', []]);
    expect(await findVenue(host.database, 'embedded')).toMatchObject({ recovery_since: null });
  });
});

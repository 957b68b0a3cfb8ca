import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/schemas/orders.ts';
import { DATABASES, rulesOn } from '../../../tests/support/databases.ts';
import { startCountedHostOn } from '../../../tests/support/orderHosts.ts';
import { listDeposits } from '../../db/repositories/deposits.ts';
import { listOutboxRows } from '../../db/repositories/outbox.ts';
import { reconcileNow, refusalOf, runOperator } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerAccounts,
  readOrder,
  makeOrder,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';

const DAY = 24 * 3_600_000;
const NETWORKS = ['bitcoin', 'ethereum', 'bsc'] as const;
const UNKNOWN = { code: 'ERR_NOT_FOUND', details: { code: 'DEPOSIT_UNKNOWN' } };

describe.each(DATABASES)('wrong-network deposits on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  beforeEach(async () => {
    host = await startCountedHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  const wanted = { from: 'usdterc20', to: 'btc', amount: '500', destination: ADDRESSES.bitcoin, refund: ADDRESSES.ethereum };
  const order = () => makeOrder(host, wanted);
  const say = (...words: string[]) => runOperator(host, ...words);
  const authorityOf = ({ token }: MadeOrder) => ({ orderToken: token, clientAddress: null });
  const callOf = (made: MadeOrder) => ({ orderId: made.order.orderId, destinationAddress: made.destination });

  function payOnBsc(made: MadeOrder, instrument = 'usdtbep20', amount = '500'): string {
    return host.chain('bsc').pay({ address: made.order.depositAddress }, instrument, amount);
  }

  async function run(rounds = 6): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      for (const network of NETWORKS) host.chain(network).mine(20);
      host.advanceClock(10 * 60_000);
      await host.tick();
    }
  }

  const claim = (made: MadeOrder, txHash: string): Promise<Order> =>
    host.orders.claimDeposit({ ...callOf(made), txHash }, authorityOf(made));

  async function refund(made: MadeOrder, address?: string): Promise<Order> {
    const [extra] = (await host.orders.refundInfo(made.order.orderId)).extra ?? [];
    const shown = {
      depositTxHash: extra?.depositTxHash ?? '',
      refundAmount: extra?.refundAmount ?? '0',
      claimedNetworkFee: extra?.networkFee ?? '0',
    };
    const input = { ...callOf(made), ...shown, ...(address !== undefined && { refundAddress: address }) };
    return await host.orders.requestRefund(input, authorityOf(made));
  }

  const differences = () => reconcileNow(host);
  const receivedOnBsc = (address: string) =>
    host
      .chain('bsc')
      .receivedBy(address)
      .map(({ instrument, amount }) => `${amount} ${instrument}`);

  rule('refunds a claimed wrong-network deposit in its own coin on its own network', async () => {
    const made = await order();
    const txHash = payOnBsc(made);
    // Enough confirmations for the order's network, but not for this one.
    host.chain('bsc').mine(13);
    await host.tick();
    expect(await refusalOf(claim(made, txHash))).toMatchObject({ details: { code: 'DEPOSIT_UNCONFIRMED' } });
    await run(1);
    expect((await readOrder(host, made)).deposits).toEqual([]);
    const claimed = await claim(made, txHash);
    expect(claimed.deposits).toMatchObject([{ amount: '500', isExtra: true, txHash, instrument: { slug: 'usdtbep20' } }]);
    expect(claimed.deposits[0]?.explorerUrl).toContain('bscscan.com');
    expect(claimed.attention).toEqual({ reason: 'EXTRA_DEPOSIT', actions: ['REFUND', 'CONTACT'], deadline: null });
    expect(await ledgerAccounts(host)).toEqual({ 'DEPOSIT_ADDRESSES usdtbep20': '500', 'CUSTOMER usdtbep20': '-500' });
    expect(await differences()).toEqual([]);

    // The refund address was given for the order's network.
    host.advanceClock(2 * DAY);
    await run(1);
    expect((await refusalOf(refund(made))).code).toBe('ERR_VALIDATION');
    expect((await refusalOf(refund(made, ADDRESSES.tron))).code).toBe('ERR_VALIDATION');
    await refund(made, ADDRESSES.ethereum);
    for (let round = 0; round < 8; round += 1) {
      await run(1);
      expect(await differences()).toEqual([]);
    }
    expect(receivedOnBsc(ADDRESSES.ethereum)).toEqual(['499.6 usdtbep20']);
    const after = await readOrder(host, made);
    expect(after.refunds).toMatchObject([{ amount: '499.6', networkFee: '0.4', depositTxHash: txHash, isExtra: true }]);
    expect(after.refunds[0]?.explorerUrl).toContain('bscscan.com');
    expect(after.attention).toBeNull();
    const accounts = await ledgerAccounts(host);
    expect([accounts['CUSTOMER usdtbep20'], accounts['IN_TRANSIT usdtbep20'], accounts['TREASURY usdtbep20']]).toEqual([
      '0',
      '0',
      '0.399999999999999999',
    ]);
    const sends = (await listOutboxRows(host.database, made.order.orderId)).map(
      (row) => `${row.kind} ${row.network} ${row.state}`,
    );
    expect(sends.toSorted()).toEqual(['REFUND bsc CONFIRMED', 'SWEEP bsc CONFIRMED', 'TOP_UP bsc CONFIRMED']);
  });

  rule('completes the order and sweeps both deposits, each on its own network', async () => {
    const made = await order();
    const txHash = payOnBsc(made, 'bnb', '1');
    host.chain('ethereum').pay({ address: made.order.depositAddress }, 'usdterc20', '500');
    await run(1);
    expect((await claim(made, txHash)).deposits.map(({ amount, isExtra }) => [amount, isExtra])).toEqual([
      ['500', false],
      ['1', true],
    ]);
    await refund(made, ADDRESSES.ethereumOther);
    await run(10);
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    expect(receivedOnBsc(ADDRESSES.ethereumOther)).toEqual(['0.9997 bnb']);
    // The refund left from the deposit address, so that no sweep is needed.
    expect(await host.chain('bsc').balance(TREASURY_INDEX, 'bnb')).toBe('20');
    expect(await differences()).toEqual([]);
  });

  rule('sweeps a wrong-network deposit when it is worth the fee, otherwise when it is refunded', async () => {
    const [made, costly] = [await order(), await order()];
    const hash = payOnBsc(made);
    await run(1);
    await claim(made, hash);
    await run(6);
    expect(await ledgerAccounts(host, made.order.orderId)).toMatchObject({
      'DEPOSIT_ADDRESSES usdtbep20': '0.000000000000000001',
      'TREASURY usdtbep20': '499.999999999999999999',
      'CUSTOMER usdtbep20': '-500',
    });
    await refund(made, ADDRESSES.ethereum);
    await run(3);
    expect(receivedOnBsc(ADDRESSES.ethereum)).toEqual(['499.6 usdtbep20']);

    host.chain('bsc').fee = '0.5';
    await claimAfterRound(costly, payOnBsc(costly));
    await run(2);
    expect((await ledgerAccounts(host, costly.order.orderId))['TREASURY usdtbep20']).toBeUndefined();
    await refund(costly, ADDRESSES.ethereumOther);
    await run(8);
    expect(receivedOnBsc(ADDRESSES.ethereumOther)).toEqual(['499.6 usdtbep20']);
    expect(await differences()).toEqual([]);
  });

  test('records a wrong-network deposit once under repeated and concurrent claims', async () => {
    const made = await order();
    const txHash = payOnBsc(made);
    await run(1);
    const claims = await Promise.allSettled([claim(made, txHash), claim(made, txHash), claim(made, txHash)]);
    expect(claims.map(({ status }) => status)).toContain('fulfilled');
    for (const one of claims) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
    }
    host.chain('bsc').mode = 'down';
    await claim(made, txHash);
    expect(await listDeposits(host.database, made.order.orderId)).toHaveLength(1);
    expect((await ledgerAccounts(host))['CUSTOMER usdtbep20']).toBe('-500');
  });

  rule("ignores a transfer to another order's address", async () => {
    const [made, other] = [await order(), await order()];
    const toOtherOrder = payOnBsc(other);
    const toForeignAddress = host.chain('bsc').pay({ address: ADDRESSES.ethereum }, 'bnb', '1');
    await run(1);
    for (const txHash of [toOtherOrder, toForeignAddress, 'f'.repeat(64)]) {
      expect(await refusalOf(claim(made, txHash))).toMatchObject(UNKNOWN);
    }
    // The same holds on a network with another key.
    host.chain('bsc').addressAt = () => Promise.resolve({ address: ADDRESSES.ethereum, memo: null });
    expect(await refusalOf(claim(other, toOtherOrder))).toMatchObject(UNKNOWN);
    expect(await ledgerAccounts(host)).toEqual({});
  });

  rule('does not count our own gas top-up as a deposit', async () => {
    const made = await order();
    await claimAfterRound(made, payOnBsc(made));
    await refund(made, ADDRESSES.ethereumOther);
    await run(6);
    const topUp = (await listOutboxRows(host.database, made.order.orderId)).find((row) => row.kind === 'TOP_UP');
    await claim(made, topUp?.tx_hash ?? '').catch(() => undefined);
    expect(await listDeposits(host.database, made.order.orderId)).toHaveLength(1);
    expect(await differences()).toEqual([]);
  });

  async function claimAfterRound(made: MadeOrder, txHash: string): Promise<Order> {
    await run(1);
    return await claim(made, txHash);
  }

  rule('finds a deposit while another network is unresponsive, and otherwise reports the unresponsive network', async () => {
    const made = await order();
    const txHash = payOnBsc(made);
    await run(1);
    host.chain('bsc').mode = 'down';
    expect(await refusalOf(claim(made, txHash))).toMatchObject({
      code: 'ERR_SERVICE_UNAVAILABLE',
      details: { code: 'NETWORK_SILENT' },
    });
    host.chain('bsc').mode = 'up';
    host.chain('ethereum').mode = 'down';
    expect((await claim(made, txHash)).deposits).toHaveLength(1);
  });

  const NOWHERE = 'e'.repeat(64);
  const BUSY = { code: 'ERR_TOO_MANY_REQUESTS' };
  const SILENT = { details: { code: 'NETWORK_SILENT' } };
  const orders = async (count: number) => {
    const made: MadeOrder[] = [];
    for (let index = 0; index < count; index += 1) made.push(await order());
    return made;
  };

  /** A network whose calls stay pending until the test resolves them. */
  function hang() {
    const chain = host.chain('bsc');
    const { addressAt } = chain;
    const open = Promise.withResolvers<void>();
    const hanging = { requests: 0, end: () => open.resolve() };
    chain.addressAt = async (index) => {
      hanging.requests += 1;
      await open.promise;
      return await addressAt(index);
    };
    return hanging;
  }

  rule('limits concurrent searches on all networks', async () => {
    const [one, two, three, four, late] = await orders(5);
    if (!one || !two || !three || !four || !late) return expect.fail('five were made');
    const bsc = hang();
    const claims = [one, two, three, four].map((made) => claim(made, NOWHERE));
    await expect.poll(() => bsc.requests).toBe(4);
    expect(await refusalOf(claim(late, NOWHERE))).toMatchObject(BUSY);
    bsc.end();
    for (const each of claims) expect(await refusalOf(each)).toMatchObject(UNKNOWN);
    expect(await refusalOf(claim(late, NOWHERE))).toMatchObject(UNKNOWN);
  });

  rule('answers for a recorded deposit while the search limit is reached', async () => {
    const [one, two, three, four, known] = await orders(5);
    if (!one || !two || !three || !four || !known) return expect.fail('five were made');
    const txHash = payOnBsc(known);
    await run(1);
    await claim(known, txHash);
    const bsc = hang();
    const first = claim(known, NOWHERE);
    await expect.poll(() => bsc.requests).toBe(1);
    expect((await claim(known, txHash)).deposits).toMatchObject([{ txHash }]);
    const others = [one, two, three].map((made) => claim(made, NOWHERE));
    await expect.poll(() => bsc.requests).toBe(4);
    expect((await claim(known, txHash)).deposits).toMatchObject([{ txHash }]);
    expect(await refusalOf(claim(four, NOWHERE))).toMatchObject(BUSY);
    bsc.end();
    for (const each of [first, ...others]) expect(await refusalOf(each)).toMatchObject(UNKNOWN);
  });

  rule('allows one search at a time per order and per client', async () => {
    const [one, two, three] = await orders(3);
    if (!one || !two || !three) return expect.fail('three were made');
    const claimFrom = (made: MadeOrder, clientAddress: string) =>
      host.orders.claimDeposit({ ...callOf(made), txHash: NOWHERE }, { ...authorityOf(made), clientAddress });
    const bsc = hang();
    const first = claimFrom(one, '2001:db8::1');
    await expect.poll(() => bsc.requests).toBe(1);
    expect(await refusalOf(claimFrom(two, '2001:db8::2'))).toMatchObject(BUSY);
    expect(await refusalOf(claimFrom(one, '192.0.2.1'))).toMatchObject(BUSY);
    const others = claimFrom(two, '192.0.2.1');
    await expect.poll(() => bsc.requests).toBe(2);
    bsc.end();
    expect(await refusalOf(first)).toMatchObject(UNKNOWN);
    expect(await refusalOf(others)).toMatchObject(UNKNOWN);
    expect(await refusalOf(claimFrom(three, '2001:db8::1'))).toMatchObject(UNKNOWN);
  });

  rule('stops querying an unresponsive network, and retries it with one call at a time', async () => {
    const [one, two, three] = await orders(3);
    if (!one || !two || !three) return expect.fail('three were made');
    const txHash = payOnBsc(two);
    await run(1);
    const bsc = hang();
    expect(await refusalOf(claim(one, NOWHERE))).toMatchObject(SILENT);
    // The first call is still pending, however long ago it started.
    host.advanceClock(60_000);
    expect(await refusalOf(claim(two, txHash))).toMatchObject(SILENT);
    bsc.end();
    expect(await refusalOf(claim(two, txHash))).toMatchObject(SILENT);
    expect(bsc.requests).toBe(1);
    host.advanceClock(11_000);
    const again = hang();
    const waiting = claim(one, NOWHERE);
    await expect.poll(() => again.requests).toBe(1);
    expect(await refusalOf(claim(three, NOWHERE))).toMatchObject(SILENT);
    expect(again.requests).toBe(1);
    again.end();
    expect(await refusalOf(waiting)).toMatchObject(UNKNOWN);
    expect((await claim(two, txHash)).deposits).toHaveLength(1);
  });

  rule("reports a transaction whose internal transfers can't be read any more", async () => {
    const made = await order();
    const toForeignAddress = host.chain('bsc').pay({ address: ADDRESSES.ethereum }, 'bnb', '1');
    const first = String(host.chain('bsc').height());
    await run(1);
    const { incoming } = host.chain('bsc');
    host.chain('bsc').incoming = async (input) => ({ ...(await incoming(input)), isBlind: true });
    expect(await refusalOf(claim(made, toForeignAddress))).toMatchObject({
      code: 'ERR_NOT_FOUND',
      details: { code: 'DEPOSIT_UNREADABLE' },
    });
    expect(await refusalOf(claim(made, NOWHERE))).toMatchObject(UNKNOWN);
    expect(await say('find', made.order.orderId, first, 'bsc')).toContain('could not be read');
    expect((await claim(made, payOnBscAndMine(made))).deposits).toHaveLength(1);
  });

  function payOnBscAndMine(made: MadeOrder): string {
    const txHash = payOnBsc(made);
    host.chain('bsc').mine(20);
    return txHash;
  }

  rule("finds a transaction hash that exists on the order's network and on another one", async () => {
    const made = await order();
    const txHash = host.chain('ethereum').pay({ address: made.order.depositAddress }, 'usdterc20', '500');
    host.chain('bsc').pay({ address: made.order.depositAddress }, 'bnb', '2', txHash);
    await run(1);
    expect((await readOrder(host, made)).deposits).toHaveLength(1);
    expect((await claim(made, txHash)).deposits.map(({ amount, isExtra }) => [amount, isExtra])).toEqual([
      ['500', false],
      ['2', true],
    ]);
    // A recorded deposit is not reported as unknown.
    const other = await order();
    const own = host.chain('ethereum').pay({ address: other.order.depositAddress }, 'usdterc20', '500');
    await run(1);
    expect((await claim(other, own)).deposits).toHaveLength(1);
  });

  rule(
    'refunds the deposit whose amounts were shown when a hash exists on two networks, and none when they are equal',
    async () => {
      const made = await order();
      const { depositAddress: address } = made.order;
      const txHash = host.chain('ethereum').pay({ address }, 'eth', '2');
      host.chain('bsc').pay({ address }, 'bnb', '2', txHash);
      await run(1);
      await claim(made, txHash);
      const refundOf = (refundAmount: string, claimedNetworkFee: string) =>
        host.orders.requestRefund(
          { ...callOf(made), depositTxHash: txHash, refundAmount, claimedNetworkFee, refundAddress: ADDRESSES.ethereumOther },
          authorityOf(made),
        );
      host.desk.fees.set('bnb', '0.0004');
      expect((await refusalOf(refundOf('1.9996', '0.0004'))).code).toBe('ERR_NOT_ACCEPTABLE');
      host.desk.fees.set('bnb', '0.0003');
      await refundOf('1.9997', '0.0003');
      await run(6);
      expect(receivedOnBsc(ADDRESSES.ethereumOther)).toEqual(['1.9997 bnb']);
      expect(host.chain('ethereum').receivedBy(ADDRESSES.ethereumOther)).toEqual([]);
      await refundOf('1.9996', '0.0004');
      await run(6);
      expect(host.chain('ethereum').receivedBy(ADDRESSES.ethereumOther)).toMatchObject([{ amount: '1.9996', instrument: 'eth' }]);
      expect(await differences()).toEqual([]);
    },
  );

  rule('lets an operator scan a network from a block for wrong-network deposits', async () => {
    const made = await order();
    const first = String(host.chain('bsc').height());
    payOnBsc(made);
    payOnBsc(made, 'bnb', '2');
    await run(1);
    // An order that is still watched can be scanned as well.
    expect(await say('find', made.order.orderId, first)).toContain(': 0.');
    expect(await say('find', made.order.orderId, first, 'polygon')).toContain('not connected');
    expect(await say('find', made.order.orderId, first, 'tron')).toContain('not ours on tron');
    expect(await say('find', made.order.orderId, first, 'bsc')).toContain(': 2.');
    expect(await say('find', made.order.orderId, first, 'bsc')).toContain(': 2.');
    expect((await listDeposits(host.database, made.order.orderId)).map(({ role }) => role)).toEqual(['EXTRA', 'EXTRA']);
    expect(await say('refund', made.order.orderId, ADDRESSES.ethereumOther, 'bsc')).toContain('500 usdtbep20');
    await run(10);
    expect(receivedOnBsc(ADDRESSES.ethereumOther).toSorted()).toEqual(['1.9997 bnb', '499.6 usdtbep20']);
    expect(await differences()).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/schemas/orders.ts';
import { DATABASES, rulesOn } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { listDepositClaims } from '../../db/repositories/depositClaims.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import { mineAndTick, refusalOf } from '../testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerAccounts,
  ledgerSums,
  readOrder,
  makeOrder,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';

const REJECTED = { code: 'ERR_NOT_ACCEPTABLE', details: { code: 'CLAIM_REJECTED' } };
const masked = (hash: string): string => `${hash.slice(0, 6)}•••${hash.slice(-4)}`;

describe.each(DATABASES)('claims of deposits without a memo on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  beforeEach(async () => {
    host = await startOrderHostOn(kind);
  });
  afterEach(async () => {
    await host.close();
  });

  const say = (words: string) => runOperatorCommand({ ...host.context, operatorFile: '' }, words.split(' '));

  const xrpOrder = (amount = '100') => makeOrder(host, { from: 'xrp', amount, refund: ADDRESSES.ripple });

  /** Pays the address that all orders of the network share, without the memo. */
  function payWithoutMemo(made: MadeOrder, amount = '100', memo: string | null = null, within?: string): string {
    return host.chain('ripple').pay({ address: made.order.depositAddress, memo }, 'xrp', amount, within);
  }

  const run = (rounds = 5): Promise<void> => mineAndTick(host, ['ripple', 'tron'], rounds, 4);

  async function claim(made: MadeOrder, txHash: string, orderToken: string | null = made.token): Promise<Order> {
    const input = { orderId: made.order.orderId, destinationAddress: made.destination, txHash };
    return await host.orders.claimDeposit(input, { orderToken, clientAddress: null });
  }

  for (const memo of [null, '999'])
    rule(`a payment with the memo ${memo} is nobody’s until its customer claims it, and is exchanged then`, async () => {
      const made = await xrpOrder();
      const txHash = payWithoutMemo(made, '100', memo);
      await run(2);
      expect(await ledgerAccounts(host)).toEqual({ 'TREASURY xrp': '100', 'UNATTRIBUTED xrp': '-100' });
      expect((await readOrder(host, made)).deposits).toEqual([]);
      const claimed = await claim(made, txHash.toUpperCase());
      expect(claimed.deposits).toMatchObject([{ amount: '100', isExtra: false, txHash }]);
      await run();
      expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
      const accounts = await ledgerAccounts(host);
      expect([accounts['UNATTRIBUTED xrp'], accounts['CUSTOMER xrp']]).toEqual(['0', '0']);
      expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
      // Claiming again is idempotent.
      expect((await claim(made, txHash)).orderId).toBe(made.order.orderId);
    });

  rule("explains why an unknown, attributed or unconfirmed transaction can't be claimed", async () => {
    const made = await xrpOrder();
    const other = await xrpOrder();
    expect(await refusalOf(claim(made, 'F'.repeat(64)))).toMatchObject({
      code: 'ERR_NOT_FOUND',
      details: { code: 'DEPOSIT_UNKNOWN' },
    });
    const proper = payWithoutMemo(other, '100', other.order.depositAddressMemo);
    const txHash = payWithoutMemo(made);
    await host.tick();
    expect(await refusalOf(claim(made, txHash))).toMatchObject({
      code: 'ERR_NOT_FOUND',
      details: { code: 'DEPOSIT_UNCONFIRMED' },
    });
    await run(2);
    expect(await refusalOf(claim(made, proper))).toMatchObject({ details: { code: 'DEPOSIT_UNKNOWN' } });
    expect((await refusalOf(claim(made, txHash, null))).code).toBe('ERR_ORDER_TOKEN_REQUIRED');
  });

  rule('holds a claim by someone other than the payer for an operator', async () => {
    const victim = await xrpOrder();
    const thief = await xrpOrder();
    const txHash = payWithoutMemo(victim);
    await run(2);
    const claimed = await claim(thief, txHash);
    expect(claimed.deposits).toEqual([]);
    expect(claimed.attention).toEqual({ reason: 'CLAIM_HELD', actions: ['CONTACT'], deadline: null });
    expect((await claim(victim, txHash)).attention?.reason).toBe('CLAIM_HELD');
    expect(await say('list')).toContain(`${txHash}#0 on ripple claimed for order ${thief.order.orderId}, OTHERS_POSSIBLE`);
    expect(await say(`attribute ${txHash} ${victim.order.orderId}`)).toContain('100 xrp is now a deposit of order');
    expect(await say('list')).toBe('No unresolved items.');
    const refused = await readOrder(host, thief);
    expect([refused.attention, refused.claims]).toEqual([null, [{ txHash: masked(txHash), state: 'REJECTED' }]]);
    expect(JSON.stringify(refused)).not.toContain(txHash);
    expect((await readOrder(host, victim)).claims).toEqual([{ txHash: masked(txHash), state: 'ATTRIBUTED' }]);
    // Only the order that claimed the transaction shows the result.
    expect(await refusalOf(claim(thief, txHash))).toMatchObject(REJECTED);
    expect(await refusalOf(claim(await xrpOrder(), txHash))).toMatchObject({ details: { code: 'DEPOSIT_UNKNOWN' } });
    await run();
    expect(eventKinds(await readOrder(host, victim)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    expect(await say(`attribute ${txHash} ${thief.order.orderId}`)).toContain('is not an unattributed deposit');
  });

  rule('holds a claim of an order that is newer than the deposit or has another amount', async () => {
    const first = await xrpOrder();
    const early = payWithoutMemo(first);
    await run(2);
    // The first order was paid by another deposit and ended long ago. Only later orders are candidates.
    payWithoutMemo(first, '100', first.order.depositAddressMemo);
    await run();
    host.advanceClock(9 * 24 * 3_600_000);
    const late = await xrpOrder();
    expect((await claim(late, early)).attention?.reason).toBe('CLAIM_HELD');
    expect(await say('list')).toContain('OLDER_THAN_ORDER');
    await say(`reject ${early} ${late.order.orderId}`);
    const less = payWithoutMemo(late, '95');
    await run(2);
    await claim(late, less);
    expect(await say('list')).toContain('OTHER_AMOUNT');
    await say(`reject ${less} ${late.order.orderId}`);
    expect((await readOrder(host, late)).attention).toBeNull();
    expect(await say('list UNATTRIBUTED')).toContain(`95 xrp of ${less}#0, without memo`);
  });

  rule('attributes a deposit to its payer although newer orders and orders of another amount claimed it first', async () => {
    const paid = await xrpOrder('95');
    payWithoutMemo(paid, '95', paid.order.depositAddressMemo);
    await run();
    const owner = await xrpOrder();
    const txHash = payWithoutMemo(owner);
    await run(2);
    const newer = await xrpOrder();
    for (const thief of [paid, newer]) expect((await claim(thief, txHash)).claims).toMatchObject([{ state: 'HELD' }]);
    expect((await claim(owner, txHash)).claims).toMatchObject([{ state: 'ATTRIBUTED' }]);
    for (const thief of [paid, newer]) expect((await readOrder(host, thief)).claims).toMatchObject([{ state: 'REJECTED' }]);
    await run();
    expect(eventKinds(await readOrder(host, owner)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    expect(await say('list')).toBe('No unresolved items.');
  });

  rule('holds a claim of a deposit that completes another order, which claims it too', async () => {
    const partly = await xrpOrder('300');
    payWithoutMemo(partly, '200', partly.order.depositAddressMemo);
    await run();
    const thief = await xrpOrder();
    const txHash = payWithoutMemo(partly);
    await run(2);
    for (const made of [partly, thief]) expect((await claim(made, txHash)).claims).toMatchObject([{ state: 'HELD' }]);
    expect(await say('list')).toContain(`claimed for order ${thief.order.orderId}, CLAIMED_TWICE`);
  });

  rule('holds a claim of a large deposit', async () => {
    host.desk.maximum = '10000';
    const made = await xrpOrder('5000');
    const txHash = payWithoutMemo(made, '5000');
    await run(2);
    await claim(made, txHash);
    expect(await say('list')).toContain('WORTH_TOO_MUCH');
  });

  rule('keeps a claim rejected after the reason to hold it ended, until an operator attributes it', async () => {
    const made = await xrpOrder();
    const other = await xrpOrder();
    const again = await xrpOrder();
    const txHash = payWithoutMemo(made);
    await run(2);
    await claim(made, txHash);
    await say(`reject ${txHash} ${made.order.orderId}`);
    for (const one of [other, again]) payWithoutMemo(one, '100', one.order.depositAddressMemo);
    await run();
    host.advanceClock(9 * 24 * 3_600_000);
    for (const spelling of [txHash, txHash.toUpperCase()]) {
      expect(await refusalOf(claim(made, spelling))).toMatchObject(REJECTED);
    }
    expect((await readOrder(host, made)).claims).toEqual([{ txHash: masked(txHash), state: 'REJECTED' }]);
    const [row] = await listDepositClaims(host.database, made.order.orderId);
    expect((await claim(again, txHash)).attention?.reason).toBe('CLAIM_HELD');
    expect((await ledgerAccounts(host))['UNATTRIBUTED xrp']).toBe('-100');

    expect(await say(`attribute ${txHash} ${made.order.orderId}`)).toContain('is now a deposit of order');
    expect((await readOrder(host, made)).claims).toEqual([{ txHash: masked(txHash), state: 'ATTRIBUTED' }]);
    const [after] = await listDepositClaims(host.database, made.order.orderId);
    expect(after?.decided_at).toBeGreaterThan(row?.decided_at ?? Infinity);
    expect((await readOrder(host, again)).claims).toEqual([{ txHash: masked(txHash), state: 'REJECTED' }]);
  });

  rule('keeps a claim on hold after the reason to hold it ended', async () => {
    const made = await xrpOrder();
    const other = await xrpOrder();
    const txHash = payWithoutMemo(made);
    await run(2);
    expect((await claim(made, txHash)).claims).toEqual([{ txHash: masked(txHash), state: 'HELD' }]);
    payWithoutMemo(other, '100', other.order.depositAddressMemo);
    await run();
    host.advanceClock(9 * 24 * 3_600_000);
    expect((await claim(made, txHash)).claims).toEqual([{ txHash: masked(txHash), state: 'HELD' }]);
    expect((await readOrder(host, made)).deposits).toEqual([]);
  });

  rule('shows the newest claims of an order that awaits a decision', async () => {
    const made = await makeOrder(host, { from: 'xrp', amount: '100', refund: ADDRESSES.ripple, rateMode: 'FIXED' });
    const txHash = payWithoutMemo(made, '40');
    await run(2);
    await claim(made, txHash);
    payWithoutMemo(made, '150', made.order.depositAddressMemo);
    await run(2);
    const asking = await readOrder(host, made);
    expect(asking.attention?.reason).toBe('WRONG_DEPOSIT_AMOUNT');
    expect(asking.claims).toEqual([{ txHash: masked(txHash), state: 'HELD' }]);
    const rejected: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const hash = payWithoutMemo(made, '41');
      await run(2);
      await claim(made, hash);
      await say(`reject ${hash} ${made.order.orderId}`);
      host.advanceClock(1_000);
      rejected.push(masked(hash));
    }
    expect((await readOrder(host, made)).claims).toEqual([
      ...rejected.slice(1).map((hash) => ({ txHash: hash, state: 'REJECTED' })),
      { txHash: masked(txHash), state: 'HELD' },
    ]);
  });

  test('attributes a deposit at most once under concurrent claims and operator commands', async () => {
    const [one, two] = [await xrpOrder(), await xrpOrder()];
    const txHash = payWithoutMemo(one);
    await run(2);
    await Promise.all([claim(one, txHash), claim(two, txHash)]);
    const said = await Promise.all([one, two].map((made) => say(`attribute ${txHash} ${made.order.orderId}`)));
    expect(said.filter((words) => words.includes('is now a deposit of order'))).toHaveLength(1);
    expect((await ledgerAccounts(host))['UNATTRIBUTED xrp']).toBe('0');
  });

  rule('keeps a claim on hold for the second transfer of a transaction after the first is attributed', async () => {
    const [first, second, thief] = [await xrpOrder(), await xrpOrder(), await xrpOrder()];
    const txHash = payWithoutMemo(first);
    payWithoutMemo(second, '100', null, txHash);
    await run(2);
    for (const made of [first, second]) expect((await claim(made, txHash)).attention?.reason).toBe('CLAIM_HELD');
    expect(await say('list')).toContain(`${txHash}#0 on ripple claimed for order ${first.order.orderId}, SEVERAL_TRANSFERS`);
    expect(await say(`attribute ${txHash} ${second.order.orderId}`)).toBe(
      `The transaction has several unattributed transfers. Name one: ${txHash}#0 100, ${txHash}#1 100`,
    );
    await say(`attribute ${txHash}#0 ${second.order.orderId}`);
    expect(await say('list')).toContain(`${txHash}#1 on ripple claimed for order ${first.order.orderId}, SEVERAL_TRANSFERS`);
    expect((await claim(first, txHash)).claims).toEqual([{ txHash: masked(txHash), state: 'HELD' }]);
    expect((await claim(thief, txHash)).attention?.reason).toBe('CLAIM_HELD');
    expect(await say('list')).toContain(`${txHash}#1 on ripple claimed for order ${thief.order.orderId}, CLAIMED_TWICE`);
    await say(`attribute ${txHash} ${first.order.orderId}`);
    expect(await say('list')).toBe('No unresolved items.');
    expect(await refusalOf(claim(thief, txHash))).toMatchObject(REJECTED);
    await run();
    for (const made of [first, second]) expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
    expect((await ledgerAccounts(host))['UNATTRIBUTED xrp']).toBe('0');
  });

  rule('ends a hold when another transfer of the transaction is attributed, and rejects all transfers together', async () => {
    const [made, refused, again] = [await xrpOrder(), await xrpOrder(), await xrpOrder()];
    const txHash = payWithoutMemo(made);
    for (const amount of ['30', '100']) payWithoutMemo(made, amount, null, txHash);
    await run(2);
    for (const one of [made, refused]) await claim(one, txHash);
    await say(`attribute ${txHash}#1 ${made.order.orderId}`);
    expect(await readOrder(host, made)).toMatchObject({ attention: null, claims: [{ state: 'ATTRIBUTED' }] });
    await say(`reject ${txHash} ${refused.order.orderId}`);
    expect(await say('list CLAIM')).toBe('No unresolved items of kind CLAIM.');
    expect(await refusalOf(claim(refused, txHash))).toMatchObject(REJECTED);
    // Another order of the same customer, when one transfer is left and nothing else prevents it.
    await say(`attribute ${txHash}#0 ${made.order.orderId}`);
    payWithoutMemo(refused, '100', refused.order.depositAddressMemo);
    await run();
    host.advanceClock(9 * 24 * 3_600_000);
    expect((await claim(again, txHash)).attention?.reason).toBe('CLAIM_HELD');
  });

  rule('refunds a deposit that is claimed for an ended order as an extra deposit', async () => {
    const made = await xrpOrder();
    payWithoutMemo(made, '100', made.order.depositAddressMemo);
    await run();
    const txHash = payWithoutMemo(made, '40');
    await run(2);
    expect((await claim(made, txHash)).attention?.reason).toBe('CLAIM_HELD');
    await say(`attribute ${txHash} ${made.order.orderId}`);
    expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'EXTRA_DEPOSIT', actions: ['REFUND'] });
    host.advanceClock(25 * 3_600_000);
    await run();
    const back = host.chain('ripple').receivedBy(ADDRESSES.ripple);
    expect(back.map(({ amount }) => amount)).toEqual(['39.99998']);
  });

  rule('limits the claims of one order that are on hold', async () => {
    const made = await xrpOrder();
    await xrpOrder();
    const hashes = Array.from({ length: 6 }, () => payWithoutMemo(made));
    await run(2);
    for (const txHash of hashes.slice(0, 5)) await claim(made, txHash);
    expect((await refusalOf(claim(made, hashes[5] ?? ''))).code).toBe('ERR_TOO_MANY_REQUESTS');
    expect((await claim(made, hashes[0] ?? '')).attention?.reason).toBe('CLAIM_HELD');
  });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES, rulesOn } from '../../../tests/support/databases.ts';
import { startOrderHostOn } from '../../../tests/support/orderHosts.ts';
import { runOperatorCommand } from '../cli/runOperatorCommand.ts';
import { sendDue } from '../../payments/outbox/sender.ts';
import { mineAndTick } from '../../orders/testing/hostActions.ts';
import {
  ADDRESSES,
  eventKinds,
  ledgerAccounts,
  ledgerSums,
  readOrder,
  makeOrder,
  type MadeOrder,
  type OrderHost,
} from '../../orders/testing/orderHost.ts';

const OTHER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

const OTHER_TRON = 'TGSzvBvgWb15CQTEPTqqtac4D2LNYqH7gB';

const LEASE = { owner: 'worker', isHeld: () => true, assertHeld: async () => undefined };

describe.each(DATABASES)('refund by an operator on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  const start = async (perOrderUsd: string): Promise<void> => {
    host = await startOrderHostOn(kind, { perOrderUsd });
  };
  beforeEach(() => start('1000000'));
  afterEach(async () => {
    await host.close();
  });

  const say = (words: string) => runOperatorCommand({ ...host.context, operatorFile: '' }, words.split(' '));
  const refund = (made: MadeOrder, address = OTHER) => say(`refund ${made.order.orderId} ${address} --replace`);

  const run = (rounds = 6): Promise<void> => mineAndTick(host, ['bitcoin', 'tron'], rounds, 7);

  async function paid(wanted: Parameters<typeof makeOrder>[1] = {}): Promise<MadeOrder> {
    const made = await makeOrder(host, wanted);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await run(3);
    return made;
  }

  const received = (network: string, address: string) =>
    host
      .chain(network)
      .receivedBy(address)
      .map(({ amount }) => amount);

  async function expectRefunded(made: MadeOrder): Promise<void> {
    const order = await readOrder(host, made);
    expect(eventKinds(order).slice(-2)).toEqual(['REFUND_REQUESTED', 'REFUND_COMPLETED']);
    expect(order.withdrawals).toEqual([]);
    expect(received('bitcoin', OTHER)).toEqual(['0.09997']);
    expect(received('tron', ADDRESSES.tron)).toEqual([]);
    const accounts = await ledgerAccounts(host, made.order.orderId);
    const open = Object.entries(accounts).filter(([key, sum]) => /^(CUSTOMER|IN_TRANSIT|DESK) /.test(key) && sum !== '0');
    expect(open).toEqual([]);
    expect(new Set(Object.values(await ledgerSums(host)))).toEqual(new Set(['0']));
    expect(await host.database.selectFrom('reservations').selectAll().execute()).toEqual([]);
  }

  rule('replaces the address of the customer only when the command says so (D3)', async () => {
    await host.close();
    await start('100');
    const made = await paid();
    const command = `refund ${made.order.orderId} ${OTHER}`;
    const answer = await say(command);
    expect(answer).toContain('Only its order pass may replace it');
    expect((await readOrder(host, made)).attention?.reason).toBe('PAYOUT_HELD');
    expect(await say(`${command} --replace`)).toContain('The payout is cancelled');
    const [decision] = await host.database
      .selectFrom('signed_documents')
      .select('document')
      .where('kind', '=', 'DECISION')
      .execute();
    expect(decision?.document).toContain(OTHER);
  });

  rule('cancels a payout on hold, so that it can no longer be released', async () => {
    await host.close();
    await start('100');
    const made = await paid();
    expect((await readOrder(host, made)).attention?.reason).toBe('PAYOUT_HELD');
    expect(await refund(made)).toContain('The payout is cancelled');
    expect(await say(`release PAYOUT:${made.order.orderId}`)).toContain('is not on hold');
    await run();
    // The refund exceeds the cap as well, and must be released too.
    expect(await say(`release REFUND:${made.order.orderId}`)).toContain('is released');
    await run();
    await expectRefunded(made);
  });

  for (const how of ['refused', 'failed'] as const)
    rule(`cancels a payout that is ${how}`, async () => {
      if (how === 'refused') host.chain('tron').mode = 'refuse';
      else host.chain('tron').failsSends = true;
      const made = await paid();
      await run();
      const reason = how === 'refused' ? 'PAYOUT_DELAYED' : 'PAYOUT_FAILED';
      expect((await readOrder(host, made)).attention?.reason).toBe(reason);
      expect(await refund(made)).toContain('The payout is cancelled');
      host.chain('tron').mode = 'up';
      host.chain('tron').failsSends = false;
      expect(await say(`retry PAYOUT:${made.order.orderId}`)).toContain('is neither refused nor failed');
      await run(12);
      await expectRefunded(made);
    });

  rule('does not cancel a payout that may be on its way', async () => {
    const tron = host.chain('tron');
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    // The network takes the payment, but the response is lost: the host does not know whether it left.
    tron.onCall = (name) => {
      if (name === 'after send') throw new Error('connection lost');
    };
    host.chain('bitcoin').mine(3);
    await host.tick(2);
    expect(await refund(made)).toContain('Nothing was refunded');
    // Later the network refuses for a while. It still has the payment.
    tron.onCall = () => undefined;
    const refused = { state: 'REFUSED', attempts: 1, not_before: 1, lease_owner: null, lease_until: 0 } as const;
    await host.database.updateTable('outbox').set(refused).execute();
    expect(await refund(made)).toContain('Nothing was refunded');
    await run(12);
    expect(received('tron', ADDRESSES.tron)).toHaveLength(1);
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
  });

  test('does not cancel a payout that another process is sending', async () => {
    const tron = host.chain('tron');
    tron.mode = 'refuse';
    const made = await paid();
    tron.mode = 'up';
    host.advanceClock(20 * 60_000);
    const words: string[] = [];
    const send = tron.send;
    tron.send = async (request, fence) => {
      words.push(await refund(made));
      return await send(request, fence);
    };
    await sendDue(host.context, tron, LEASE);
    expect(words).toEqual([expect.stringContaining('Nothing was refunded')]);
    tron.send = send;
    await run();
    expect(received('tron', ADDRESSES.tron)).toHaveLength(1);
    expect(received('bitcoin', OTHER)).toEqual([]);
  });

  rule('refunds an undecided order whose customer has neither order pass nor refund address', async () => {
    const made = await makeOrder(host, { refund: null });
    await host.database.updateTable('orders').set({ order_token_hash: null }).execute();
    host.desk.maximum = '0.15';
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
    await run();
    expect((await readOrder(host, made)).attention).toMatchObject({ reason: 'ABOVE_MAXIMUM', actions: ['CONTACT'] });
    host.advanceClock(48 * 3_600_000);
    await run(2);
    expect(await refund(made, ADDRESSES.ethereum)).toContain('Nothing was refunded');
    expect(await refund(made)).toContain('no longer waits for its customer');
    await run();
    expect(received('bitcoin', OTHER)).toEqual(['0.19997']);
  });

  rule('redirects a refused refund only by its own id', async () => {
    host.desk.maximum = '0.15';
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
    await run();
    await refund(made, ADDRESSES.bitcoin);
    host.chain('bitcoin').mode = 'refuse';
    await run();
    expect((await readOrder(host, made)).attention?.reason).toBe('PAYOUT_DELAYED');
    // The refund is decided: only its own id redirects it.
    expect(await refund(made)).toContain('Nothing was refunded');
    const { orderId } = made.order;
    expect(await say(`refund REFUND:${orderId} ${OTHER}`)).toContain('goes to this address. The host sends it');
    host.chain('bitcoin').mode = 'up';
    await run(10);
    expect([received('bitcoin', OTHER), received('bitcoin', ADDRESSES.bitcoin)]).toEqual([['0.19997'], []]);
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('REFUND_COMPLETED');
  });

  rule('redirects no refund that its network knows', async () => {
    host.desk.maximum = '0.15';
    const made = await makeOrder(host);
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.2');
    await run();
    await refund(made, ADDRESSES.bitcoin);
    await run();
    const id = `REFUND:${made.order.orderId}`;
    await host.database.updateTable('outbox').set({ state: 'REFUSED' }).where('id', '=', id).execute();
    expect(await say(`refund ${id} ${OTHER}`)).toContain('Nothing was refunded');
  });

  /** Creates an order with a confirmed extra token deposit, and a deposit of which the customer requested the refund. */
  async function createRefundRequest(): Promise<MadeOrder> {
    host.desk.maximum = '600';
    const wanted = { from: 'trx', to: 'btc', amount: '500', destination: ADDRESSES.bitcoin, refund: null };
    const made = await makeOrder(host, wanted);
    const tron = host.chain('tron');
    tron.pay({ address: made.order.depositAddress }, 'usdttrc20', '100');
    tron.mine(25);
    await host.tick();
    tron.pay({ address: made.order.depositAddress }, 'trx', '2000');
    tron.mine();
    await host.tick(2);
    const { orderId, destinationAddress } = made.order;
    const { refundAmount = '0', networkFee: claimedNetworkFee } = await host.orders.refundInfo(orderId);
    const input = { orderId, destinationAddress, refundAddress: ADDRESSES.tron, refundAmount, claimedNetworkFee };
    await host.orders.requestRefund(input, { orderToken: made.token, clientAddress: null });
    return made;
  }

  rule('refunds an extra token to the given address, and the deposit to the customer’s', async () => {
    const made = await createRefundRequest();
    expect(await refund(made, OTHER_TRON)).toContain('100 usdttrc20 of');
    expect(received('tron', ADDRESSES.tron)).toEqual([]);
    for (let minutes = 0; minutes < 30; minutes += 1) {
      host.advanceClock(60_000);
      await run(1);
    }
    expect([received('tron', OTHER_TRON), received('tron', ADDRESSES.tron)]).toEqual([['98.5'], ['1995']]);
    expect((await readOrder(host, made)).refundAddress).toBe('TJCnKs•••sxMW');
  });

  rule('redirects the deposit’s refund on hold only by its own id', async () => {
    await host.close();
    await start('100');
    const made = await createRefundRequest();
    await run(5);
    expect((await readOrder(host, made)).attention?.reason).toBe('PAYOUT_HELD');
    expect(await refund(made, OTHER_TRON)).not.toContain('REFUND:');
    const id = `REFUND:${made.order.orderId}`;
    expect(await say(`refund PAYOUT:${made.order.orderId} ${OTHER_TRON}`)).toContain('Nothing was refunded');
    expect(await say(`refund ${id} ${OTHER_TRON}`)).toContain('goes to this address. It is still on hold');
    await say(`release ${id}`);
    await run(12);
    expect([received('tron', OTHER_TRON).toSorted(), received('tron', ADDRESSES.tron)]).toEqual([['1995', '98.5'], []]);
  });

  rule('does not cancel a payout while the network fee exceeds the deposit', async () => {
    host.chain('tron').failsSends = true;
    const made = await paid();
    await run();
    host.chain('bitcoin').fee = '0.2';
    expect(await refund(made)).toContain('Nothing was refunded');
    host.chain('tron').failsSends = false;
    expect(await say(`retry PAYOUT:${made.order.orderId}`)).toContain('is retried');
    await run();
    expect(eventKinds(await readOrder(host, made)).at(-1)).toBe('WITHDRAWAL_COMPLETED');
  });

  rule('continues a blocked refund when the network fee falls', async () => {
    host.chain('tron').failsSends = true;
    const made = await paid();
    await run();
    host.desk.fees.set('btc', '0.2');
    expect(await refund(made)).toContain('The payout is cancelled');
    await run();
    expect((await readOrder(host, made)).attention).toEqual({ reason: 'REFUND_BLOCKED', actions: ['CONTACT'], deadline: null });
    host.desk.fees.set('btc', '0.00003');
    // The worker checks the fee every ten minutes.
    host.advanceClock(10 * 60_000);
    await run(12);
    await expectRefunded(made);
  });

  rule('refunds extra deposits, and nothing that is processed automatically', async () => {
    const made = await makeOrder(host, { refund: null });
    expect(await refund(made)).toContain('Nothing was refunded');
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    await run();
    // Larger deposits become new orders (D63).
    host.desk.minimum = '100';
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.05');
    await run(3);
    expect(await refund(made)).toContain('0.05 btc of');
    await run();
    expect(received('bitcoin', OTHER)).toEqual(['0.04997']);
    expect(await refund(made)).toContain('Nothing was refunded');
  });
});

import { afterEach, describe, expect, test } from 'vitest';
import { ATTENTION } from '../../contract/attention.ts';
import type { ApiError } from '../../contract/errors.ts';
import { ATTENTION_REASONS, ORDER_STATUSES, type AttentionReason, type OrderStatus } from '../../contract/order.ts';
import type { Order } from '../../contract/schemas/orders.ts';
import { findOrder } from '../db/repositories/orders.ts';
import { releaseHeld } from './operator.ts';
import { ADDRESSES, look, makeOrder, startOrderHost, type MadeOrder, type OrderHost, type Wanted } from './testing/orderHost.ts';

const HOUR = 3_600_000;

let host: OrderHost;
afterEach(async () => {
  await host.close();
});

async function run(rounds = 5): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const network of ['bitcoin', 'tron', 'ripple']) host.chain(network).mine(7);
    await host.tick();
  }
}

function pay(made: MadeOrder, amount = '0.1'): string {
  return host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
}

/** Made, paid (the network has it in no block yet) and seen. */
async function seen(wanted: Wanted = {}, amount = '0.1'): Promise<MadeOrder> {
  const made = await makeOrder(host, wanted);
  pay(made, amount);
  await host.tick();
  return made;
}

async function late(): Promise<MadeOrder> {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.pass(21 * 60_000);
  pay(made);
  await host.tick();
  return made;
}

async function accept(made: MadeOrder): Promise<Order> {
  const { orderId, destinationAddress } = made.order;
  const quoteId = (await host.orders.refundInfo(orderId)).offer?.quoteId ?? '';
  return await host.orders.acceptRateModeChange({ orderId, destinationAddress, quoteId }, authorityOf(made));
}

async function refundOwn(made: MadeOrder): Promise<Order> {
  const { orderId, destinationAddress } = made.order;
  const { refundAmount = '0', networkFee } = await host.orders.refundInfo(orderId);
  const refundAddress = ADDRESSES.bitcoin;
  const input = { orderId, destinationAddress, refundAddress, refundAmount, claimedNetworkFee: networkFee };
  return await host.orders.requestRefund(input, authorityOf(made));
}

async function refundExtra(made: MadeOrder): Promise<Order> {
  const { orderId, destinationAddress } = made.order;
  const extra = (await host.orders.refundInfo(orderId)).extra?.find(({ actions }) => actions.includes('REFUND'));
  const [refundAmount, claimedNetworkFee] = [extra?.refundAmount ?? '0', extra?.networkFee ?? '0'];
  const input = { orderId, destinationAddress, refundAmount, claimedNetworkFee, depositTxHash: extra?.depositTxHash ?? 'none' };
  return await host.orders.requestRefund(input, authorityOf(made));
}

const authorityOf = (made: MadeOrder) => ({ orderToken: made.token, clientAddress: null });

interface Situation {
  status: OrderStatus;
  reason: AttentionReason | null;
  actions: string[];
  /** Why the same reason stands here twice */
  when?: string;
  /** How what is not offered is refused, ERR_NOT_ACCEPTABLE unless told otherwise */
  refusal?: string;
  /** Above it a payout is held; in USD */
  cap?: string;
  arrange: () => Promise<MadeOrder>;
}

const BOTH = ['ACCEPT', 'REFUND'];
const TALK = ['CONTACT'];

/** One order in every status, and in everything that it can say besides. */
const SITUATIONS: Situation[] = [
  { status: 'AWAITING_DEPOSIT', reason: null, actions: [], arrange: () => makeOrder(host) },
  {
    status: 'AWAITING_DEPOSIT',
    reason: 'EXTRA_DEPOSIT',
    actions: ['REFUND'],
    when: 'another coin came',
    arrange: async () => {
      const made = await makeOrder(host, {
        from: 'trx',
        to: 'btc',
        amount: '500',
        destination: ADDRESSES.bitcoin,
        refund: ADDRESSES.tron,
      });
      host.chain('tron').pay({ address: made.order.depositAddress }, 'usdttrc20', '50');
      await run(3);
      return made;
    },
  },
  {
    status: 'AWAITING_DEPOSIT',
    reason: 'CLAIM_HELD',
    actions: TALK,
    arrange: async () => {
      const made = await makeOrder(host, { from: 'xrp', amount: '100', refund: ADDRESSES.ripple });
      const txHash = host.chain('ripple').pay({ address: made.order.depositAddress }, 'xrp', '40');
      await run(2);
      const { orderId, destinationAddress } = made.order;
      await host.orders.claimDeposit({ orderId, destinationAddress, txHash }, authorityOf(made));
      return made;
    },
  },
  {
    status: 'CONFIRMING',
    reason: null,
    actions: [],
    arrange: async () => {
      const made = await seen();
      host.chain('bitcoin').mine();
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'HIGH_VOLATILITY',
    actions: BOTH,
    arrange: async () => {
      const made = await makeOrder(host, { rateMode: 'FIXED' });
      host.desk.prices.set('btc', '58000');
      pay(made);
      await host.tick();
      return made;
    },
  },
  { status: 'DECISION_NEEDED', reason: 'SLOW_DEPOSIT', actions: BOTH, arrange: late },
  {
    status: 'DECISION_NEEDED',
    reason: 'WRONG_DEPOSIT_AMOUNT',
    actions: BOTH,
    arrange: () => seen({ rateMode: 'FIXED' }, '0.15'),
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'BELOW_MINIMUM',
    actions: ['REFUND'],
    arrange: async () => {
      const made = await seen({}, '0.0005');
      await run(1);
      host.pass(25 * HOUR);
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'BELOW_MINIMUM',
    actions: TALK,
    when: 'the fee would eat it',
    arrange: async () => {
      const made = await seen({}, '0.00002');
      await run(1);
      host.pass(25 * HOUR);
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'ABOVE_MAXIMUM',
    actions: ['REFUND', 'CONTACT'],
    when: 'there is no address for a refund',
    arrange: async () => {
      host.desk.maximum = '0.15';
      const made = await seen({ refund: null }, '0.2');
      await run(2);
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'NO_LIQUIDITY',
    actions: BOTH,
    arrange: async () => {
      const made = await makeOrder(host);
      host.chain('tron').credit(0, 'usdttrc20', '-499000');
      host.pass(60_000);
      await host.tick();
      pay(made);
      await run(3);
      host.chain('tron').credit(0, 'usdttrc20', '499000');
      host.pass(60_000);
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'NO_PRICE',
    actions: ['REFUND'],
    arrange: async () => {
      const made = await seen();
      host.desk.isStale = true;
      await run(2);
      host.pass(7 * HOUR);
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'NETWORK_CONGESTED',
    actions: BOTH,
    arrange: async () => {
      const made = await seen();
      host.desk.fees.set('usdttrc20', '60');
      host.desk.congested.add('usdttrc20');
      await run(3);
      host.pass(6 * HOUR);
      await host.tick();
      return made;
    },
  },
  {
    status: 'DECISION_NEEDED',
    reason: 'SLOW_DEPOSIT',
    actions: TALK,
    when: 'nobody has a token',
    refusal: 'ERR_ORDER_TOKEN_REQUIRED',
    arrange: async () => {
      const made = await late();
      await host.database.updateTable('orders').set({ order_token_hash: null, refund_address: null }).execute();
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: null,
    actions: [],
    arrange: async () => {
      const made = await makeOrder(host);
      pay(made);
      host.chain('tron').mode = 'down';
      await run(3);
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: 'PAYOUT_HELD',
    actions: TALK,
    cap: '100',
    arrange: async () => {
      const made = await seen();
      await run(3);
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: 'PAYOUT_FAILED',
    actions: TALK,
    arrange: async () => {
      host.chain('tron').failsSends = true;
      const made = await seen();
      await run(3);
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: 'DEPOSIT_GONE',
    actions: TALK,
    cap: '100',
    arrange: async () => {
      const made = await makeOrder(host);
      const txHash = pay(made);
      await run(3);
      host.pass(HOUR);
      host.chain('bitcoin').unmine(txHash);
      await releaseHeld(host.context, `PAYOUT:${made.order.orderId}`);
      await host.tick();
      return made;
    },
  },
  {
    status: 'PAYING_OUT',
    reason: 'PAYOUT_DELAYED',
    actions: TALK,
    arrange: async () => {
      host.chain('tron').mode = 'refuse';
      const made = await seen();
      await run(3);
      return made;
    },
  },
  {
    status: 'COMPLETED',
    reason: null,
    actions: [],
    arrange: async () => {
      const made = await seen();
      await run();
      return made;
    },
  },
  {
    status: 'COMPLETED',
    reason: 'EXTRA_DEPOSIT',
    actions: ['REFUND'],
    arrange: async () => {
      const made = await seen();
      await run();
      pay(made, '0.05');
      await run(2);
      return made;
    },
  },
  {
    status: 'REFUND_REQUESTED',
    reason: null,
    actions: [],
    arrange: async () => {
      const made = await late();
      await refundOwn(made);
      return made;
    },
  },
  {
    status: 'REFUND_REQUESTED',
    reason: 'REFUND_BLOCKED',
    actions: TALK,
    arrange: async () => {
      const made = await makeOrder(host, { rateMode: 'FIXED' });
      host.pass(21 * 60_000);
      pay(made, '0.00002');
      await run(1);
      const large = pay(made, '0.1');
      await host.tick();
      await refundOwn(made);
      host.chain('bitcoin').drop(large);
      await host.tick();
      return made;
    },
  },
  {
    status: 'REFUNDING',
    reason: null,
    actions: [],
    arrange: async () => {
      const made = await late();
      await run(1);
      host.chain('bitcoin').mode = 'down';
      await refundOwn(made);
      await host.tick();
      return made;
    },
  },
  {
    status: 'REFUNDED',
    reason: null,
    actions: [],
    arrange: async () => {
      const made = await late();
      await refundOwn(made);
      await run();
      return made;
    },
  },
];

/** What is refused says how the order is now (D7); without a token nobody may even ask. */
async function outcomeOf(work: Promise<Order>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    const { code, details } = error as ApiError;
    if (code === 'ERR_NOT_ACCEPTABLE') expect(details?.['order']).toHaveProperty('attention');
    return code;
  }
}

const named = SITUATIONS.map((situation) => {
  const { status, reason, when } = situation;
  return [`${status}, ${reason ?? 'nothing to say'}${when === undefined ? '' : `, ${when}`}`, situation] as const;
});

describe.each(named)('%s', (_name, { status, reason, actions, cap, refusal = 'ERR_NOT_ACCEPTABLE', arrange }) => {
  const begin = async (): Promise<MadeOrder> => {
    host = await startOrderHost(cap === undefined ? {} : { perOrderUsd: cap });
    return await arrange();
  };

  test('is said, and is in the table', async () => {
    const made = await begin();
    const { attention } = await look(host, made);
    expect((await findOrder(host.database, made.order.orderId))?.status).toBe(status);
    expect(attention?.reason ?? null).toBe(reason);
    expect(attention?.actions ?? []).toEqual(actions);
    if (reason === null) return;
    expect(ATTENTION[reason].statuses).toContain(status);
    for (const action of actions) expect(ATTENTION[reason].actions).toContain(action);
  });

  test('accepting works exactly when it is offered', async () => {
    const made = await begin();
    expect(await outcomeOf(accept(made))).toBe(actions.includes('ACCEPT') ? 'done' : refusal);
  });

  test('a refund works exactly when it is offered', async () => {
    const made = await begin();
    const isExtra = reason === 'EXTRA_DEPOSIT';
    const isOffered = actions.includes('REFUND');
    expect(await outcomeOf(refundOwn(made))).toBe(isOffered && !isExtra ? 'done' : refusal);
    expect(await outcomeOf(refundExtra(made))).toBe(isOffered && isExtra ? 'done' : refusal);
  });
});

test('these are all there are', async () => {
  host = await startOrderHost();
  expect(new Set(SITUATIONS.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
  expect(new Set(SITUATIONS.map(({ reason }) => reason))).toEqual(new Set([null, ...ATTENTION_REASONS]));
});

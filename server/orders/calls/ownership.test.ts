import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOrder, findOrderOrigin } from '../../db/repositories/orders.ts';
import { findOrderOwner } from '../../db/repositories/accounts/orderOwners.ts';
import { addCustomer, makeOrderOf } from '../testing/customer.ts';
import {
  ADDRESSES,
  CLIENT,
  inputFor,
  makeOrder,
  readOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../testing/orderHost.ts';
import type { Authority, OrderCustomer } from './readOrder.ts';

const OTHER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

let host: OrderHost;
let anna: number;
let boris: number;
beforeEach(async () => {
  host = await startOrderHost();
  anna = await addCustomer(host.database, 'anna@example.com');
  boris = await addCustomer(host.database, 'boris@example.com');
});
afterEach(async () => await host.close());

const as = (userId: number, mayNameRefundAddress: OrderCustomer['mayNameRefundAddress'] = 'afterSecondFactor'): Authority => ({
  orderToken: null,
  clientAddress: null,
  customer: { userId, mayNameRefundAddress },
});

/** A fixed-rate order of Anna whose deposit came too late, so that she is asked. */
async function undecided(): Promise<MadeOrder> {
  const made = await makeOrderOf(host, anna, { rateMode: 'FIXED' });
  host.advanceClock(21 * 60_000);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await host.tick();
  return made;
}

async function requestRefund({ order, destination }: MadeOrder, authority: Authority, refundAddress?: string) {
  const info = await host.orders.refundInfo(order.orderId);
  return await host.orders.requestRefund(
    {
      orderId: order.orderId,
      destinationAddress: destination,
      refundAmount: info.refundAmount ?? '0',
      claimedNetworkFee: info.networkFee,
      ...(refundAddress !== undefined && { refundAddress }),
    },
    authority,
  );
}

test('stores the customer of an order, and no referrer of theirs', async () => {
  const { input } = inputFor(host);
  const owner = { user_id: anna, source: 'SESSION' as const, api_key_id: null };
  const { orderId } = await host.orders.create({ ...input, referrerId: 'friend' }, { ...CLIENT, owner });
  expect(await findOrderOwner(host.database, orderId)).toMatchObject({ user_id: anna, source: 'SESSION' });
  expect(await findOrder(host.database, orderId)).toMatchObject({ customer_id: anna });
  expect(await findOrderOrigin(host.database, orderId)).toMatchObject({ user_type: 'registered', referrer_id: null });

  const guest = await host.orders.create({ ...inputFor(host).input, referrerId: 'causeway' }, CLIENT);
  expect(await findOrderOwner(host.database, guest.orderId)).toBeUndefined();
  expect(await findOrderOrigin(host.database, guest.orderId)).toMatchObject({ user_type: 'guest', referrer_id: 'causeway' });
});

test('lets the customer of an order accept a rate and change the e-mail without the order token', async () => {
  const made = await undecided();
  const { orderId } = made.order;
  const quoteId = (await host.orders.refundInfo(orderId)).offer?.quoteId;
  const accepted = await host.orders.acceptRateModeChange(
    { orderId, destinationAddress: made.destination, ...(quoteId !== undefined && { quoteId }) },
    as(anna),
  );
  expect(accepted.rateMode).toBe('FLOATING');
  await host.orders.setEmail({ orderId, userEmail: 'first@example.com' }, as(anna));
  await host.orders.setEmail({ orderId, userEmail: 'second@example.com' }, as(anna));
  expect((await readOrder(host, made)).userEmail).toBe('s•••@example.com');
});

test('lets the customer take the refund to the address given at creation', async () => {
  const made = await undecided();
  expect((await requestRefund(made, as(anna))).status).toBe('REFUND_REQUESTED');
});

test('refuses every decision to another customer and to guests', async () => {
  const made = await undecided();
  const { orderId } = made.order;
  await host.orders.setEmail({ orderId, userEmail: 'first@example.com' }, as(anna));
  for (const authority of [as(boris, 'now'), { orderToken: null, clientAddress: null }]) {
    const refused = { code: 'ERR_ORDER_TOKEN_REQUIRED' };
    const input = { orderId, destinationAddress: made.destination };
    await expect(requestRefund(made, authority)).rejects.toMatchObject(refused);
    await expect(requestRefund(made, authority, OTHER)).rejects.toMatchObject(refused);
    await expect(host.orders.acceptRateModeChange(input, authority)).rejects.toMatchObject(refused);
    await expect(host.orders.finishDeposit(input, authority)).rejects.toMatchObject(refused);
    await expect(host.orders.setEmail({ orderId, userEmail: 'thief@example.com' }, authority)).rejects.toMatchObject({
      code: 'ERR_NOT_ACCEPTABLE',
    });
  }
});

test('replaces a refund address for a session after a second factor only, and for an API key never', async () => {
  const made = await undecided();
  await expect(requestRefund(made, as(anna), OTHER)).rejects.toMatchObject({ code: 'ERR_SECOND_FACTOR_REQUIRED' });
  await expect(requestRefund(made, as(anna, 'never'), OTHER)).rejects.toMatchObject({ code: 'ERR_ORDER_TOKEN_REQUIRED' });
  expect((await findOrder(host.database, made.order.orderId))?.refund_address).toBe(ADDRESSES.bitcoin);
  await requestRefund(made, as(anna, 'now'), OTHER);
  expect((await findOrder(host.database, made.order.orderId))?.refund_address).toBe(OTHER);
});

test('replaces a refund address with the order token alone', async () => {
  const made = await makeOrder(host, { rateMode: 'FIXED' });
  host.advanceClock(21 * 60_000);
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
  await host.tick();
  await requestRefund(made, { orderToken: made.token, clientAddress: null }, OTHER);
  expect((await findOrder(host.database, made.order.orderId))?.refund_address).toBe(OTHER);
});

test('gives a later order to the customer of its first order', async () => {
  const made = await makeOrderOf(host, anna);
  const pay = async () => {
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    for (let round = 0; round < 3; round += 1) {
      host.chain('bitcoin').mine(7);
      await host.tick();
    }
  };
  await pay();
  await pay();
  const [later] = (await readOrder(host, made)).laterOrders ?? [];
  expect(await findOrderOwner(host.database, later?.orderId ?? '')).toMatchObject({ user_id: anna, source: 'SESSION' });
  expect(await findOrder(host.database, later?.orderId ?? '')).toMatchObject({ customer_id: anna });
});

import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { decodeAccountID, encodeXAddress } from 'ripple-address-codec';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { runOperatorCommand } from '../cli/runOperatorCommand.ts';
import {
  ADDRESSES,
  readOrder,
  makeOrder,
  startOrderHost,
  type MadeOrder,
  type OrderHost,
} from '../../orders/testing/orderHost.ts';

const NETWORKS = ['bitcoin', 'ethereum', 'bsc'] as const;
const EXCHANGE = ADDRESSES.ethereumOther;
const STELLAR = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost();
});
afterEach(async () => {
  await host.close();
});

const say = (...words: string[]) => runOperatorCommand({ ...host.context, operatorFile: '' }, words);

async function run(rounds = 6): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const network of NETWORKS) host.chain(network).mine(20);
    host.advanceClock(10 * 60_000);
    await host.tick();
  }
}

async function claim({ order, destination, token }: MadeOrder, txHash: string): Promise<void> {
  const input = { orderId: order.orderId, destinationAddress: destination, txHash };
  await host.orders.claimDeposit(input, { orderToken: token, clientAddress: null });
}

/** An undecided order with deposits on its own network and on another one. */
async function createUndecided(): Promise<MadeOrder> {
  host.desk.maximum = '0.6';
  const made = await makeOrder(host, {
    from: 'eth',
    to: 'btc',
    amount: '0.5',
    destination: ADDRESSES.bitcoin,
    refund: null,
  });
  const { depositAddress: address } = made.order;
  host.chain('ethereum').pay({ address }, 'eth', '1');
  const stray = host.chain('bsc').pay({ address }, 'usdtbep20', '500');
  await run(2);
  await claim(made, stray);
  expect((await readOrder(host, made)).attention?.reason).toBe('ABOVE_MAXIMUM');
  return made;
}

const received = (network: string) =>
  host
    .chain(network)
    .receivedBy(EXCHANGE)
    .map(({ amount, instrument }) => `${amount} ${instrument}`);

test('does not refund deposits on another network to an address for the order’s network', async () => {
  const made = await createUndecided();
  const said = await say('refund', made.order.orderId, EXCHANGE);
  expect(said).toContain('The order no longer waits for its customer.');
  expect(said).toContain('Not refunded on bsc: 500 usdtbep20.');
  host.advanceClock(3 * 24 * 3_600_000);
  await run(8);
  expect([received('ethereum'), received('bsc')]).toEqual([['0.9996 eth'], []]);
  expect(await say('refund', made.order.orderId, EXCHANGE)).toMatch(
    /^Nothing was refunded.*\nNot refunded on bsc: 500 usdtbep20\./s,
  );
});

test('refunds only the deposits on the named network', async () => {
  const made = await createUndecided();
  const said = await say('refund', made.order.orderId, EXCHANGE, 'bsc');
  expect(said).toMatch(/^The host refunds 500 usdtbep20 of \S+, unless too little would arrive after the network fee\.$/);
  await run(8);
  expect([received('ethereum'), received('bsc')]).toEqual([[], ['499.6 usdtbep20']]);
  expect((await readOrder(host, made)).attention?.reason).toBe('ABOVE_MAXIMUM');
});

test('refuses to refund to our own address', async () => {
  const made = await createUndecided();
  const treasury = (await host.chain('bsc').addressAt(TREASURY_INDEX)).address;
  expect(await say('refund', made.order.orderId, made.order.depositAddress, 'bsc')).toContain('is an address of ours');
  expect(await say('refund', made.order.orderId, treasury.toLowerCase())).toContain('is an address of ours');
});

test('rejects an unknown network', async () => {
  const made = await createUndecided();
  expect(await say('refund', made.order.orderId, EXCHANGE, 'bcs')).toContain('ethereum has no memos, and bcs is not a network.');
  await run(4);
  expect([received('ethereum'), received('bsc')]).toEqual([[], []]);
});

/** An undecided order on a network with memos. */
async function createUndecidedWithMemo(): Promise<MadeOrder> {
  host.desk.maximum = '2000';
  const made = await makeOrder(host, { from: 'xrp', to: 'btc', amount: '1000', destination: ADDRESSES.bitcoin, refund: null });
  const { depositAddress: address, depositAddressMemo: memo } = made.order;
  host.chain('ripple').pay({ address, memo: memo ?? null }, 'xrp', '3000');
  host.chain('ripple').mine(20);
  await host.tick();
  return made;
}

async function memoOf({ order }: MadeOrder): Promise<(string | null | undefined)[]> {
  const row = await findOrder(host.database, order.orderId);
  return [row?.refund_address, row?.refund_memo];
}

test('takes the address of the customer with another memo for another recipient', async () => {
  const made = await createUndecidedWithMemo();
  const { orderId } = made.order;
  const tagged = encodeXAddress(decodeAccountID(ADDRESSES.ripple), 7, false);
  await host.database.updateTable('orders').set({ refund_address: tagged }).where('id', '=', orderId).execute();
  for (const words of [[ADDRESSES.ripple], [ADDRESSES.ripple, '8']]) {
    expect(await say('refund', orderId, ...words)).toContain('Only its order pass may replace it');
  }
  expect(await say('refund', orderId, ADDRESSES.ripple, '7')).not.toContain('Only its order pass may replace it');
});

test('rejects networks and invalid memos after the address on networks with memos', async () => {
  const made = await createUndecidedWithMemo();
  const { orderId } = made.order;
  const refund = (...words: string[]) => say('refund', orderId, ADDRESSES.ripple, ...words);
  for (const words of [['bsc'], ['BSC'], ['7', 'bsc']]) {
    expect(await refund(...words)).toMatch(
      /^Nothing was refunded.*On ripple .* is a network\. Repeat the command with the address only/s,
    );
  }
  for (const words of [['7', '8'], ['account'], ['4294967296']]) {
    expect(await refund(...words)).toContain(`${words.join(' ')} is not a valid Destination tag of ripple.`);
  }
  // An X-address that carries the tag 1.
  const tagged = 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu';
  expect(await say('refund', orderId, tagged, '7')).toContain('The address contains another Destination tag.');
  expect(await memoOf(made)).toEqual([null, null]);
  expect(await refund('7')).toContain('no longer waits for its customer');
  expect(await memoOf(made)).toEqual([ADDRESSES.ripple, '7']);
});

test('joins all words to the memo where memos are text', async () => {
  const made = await createUndecidedWithMemo();
  const row = host.database.updateTable('orders').where('id', '=', made.order.orderId);
  await row.set({ instrument_from: 'xlm', network_from: 'stellar' }).execute();
  expect(await say('refund', made.order.orderId, STELLAR, 'base')).toContain('base is a network');
  expect(await say('refund', made.order.orderId, STELLAR, 'account', '7')).toContain('no longer waits for its customer');
  expect(await memoOf(made)).toEqual([STELLAR, 'account 7']);
});

test('rejects a network as the memo of a redirected refund', async () => {
  const made = await createUndecidedWithMemo();
  const other = await createUndecided();
  for (const network of ['ripple', 'ethereum']) host.chain(network).mode = 'refuse';
  await say('refund', made.order.orderId, ADDRESSES.ripple, '7');
  await say('refund', other.order.orderId, ADDRESSES.ethereum);
  await run();
  const [tagged, plain] = [made, other].map(({ order }) => `REFUND:${order.orderId}`);
  const leaves = async (id = '') =>
    (({ to_address, memo }) => [to_address, memo])((await findOutboxRow(host.database, id)) ?? expect.fail(id));
  expect(await say('refund', tagged ?? '', ADDRESSES.ripple, 'bsc')).toContain('bsc is a network');
  expect(await leaves(tagged)).toEqual([ADDRESSES.ripple, '7']);
  expect(await say('refund', plain ?? '', EXCHANGE, 'bsc')).toContain(
    'ethereum has no memos. Repeat the command with the address only.',
  );
  expect(await leaves(plain)).toEqual([ADDRESSES.ethereum, null]);
  expect(await say('refund', tagged ?? '', ADDRESSES.ripple, '8')).toContain('goes to this address');
  expect(await say('refund', plain ?? '', EXCHANGE)).toContain('goes to this address');
  expect([await leaves(tagged), await leaves(plain)]).toEqual([
    [ADDRESSES.ripple, '8'],
    [EXCHANGE, null],
  ]);
});

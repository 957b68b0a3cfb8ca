import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSignedDocuments } from '../../db/repositories/signedDocuments.ts';
import { readDecisions, type DecisionRecord } from '../../guarantee/records.ts';
import { listSigned } from '../../guarantee/verifyStored.ts';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import { ADDRESSES, makeOrder, readOrder, startOrderHost, type MadeOrder, type OrderHost } from '../testing/orderHost.ts';

const OTHER = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost({ perOrderUsd: '10000' });
});
afterEach(async () => await host.close());

const say = (words: string) => runOperatorCommand({ ...host.context, operatorFile: '' }, words.split(' '));

async function run(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    for (const network of ['bitcoin', 'tron']) host.chain(network).mine(7);
    await host.tick();
  }
}

/** An order whose deposit exceeds what the reserve can pay, so that its customer is asked. */
async function undecided(refund: string | null): Promise<MadeOrder> {
  const made = await makeOrder(host, { refund });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '100');
  await run();
  return made;
}

async function requestRefund(
  { order, token }: MadeOrder,
  named: { refundAddress?: string; depositTxHash?: string },
): Promise<void> {
  const info = await host.orders.refundInfo(order.orderId);
  const shown = named.depositTxHash === undefined ? info : info.extra?.find((one) => one.depositTxHash === named.depositTxHash);
  await host.orders.requestRefund(
    {
      orderId: order.orderId,
      destinationAddress: order.destinationAddress,
      refundAmount: shown?.refundAmount ?? '0',
      claimedNetworkFee: shown?.networkFee ?? '0',
      ...named,
    },
    { orderToken: token, clientAddress: null },
  );
}

/** Returns the order's decisions, after verifying their signatures. */
async function decisions({ order }: MadeOrder): Promise<Pick<DecisionRecord, 'refundId' | 'refundAddress' | 'by'>[]> {
  const rows = await listSignedDocuments(host.database, order.orderId);
  const { publicKeys } = host.context.signer;
  expect(await listSigned(publicKeys, rows)).toEqual(rows);
  return readDecisions(rows).map(({ refundId, refundAddress, by }) => ({ refundId, refundAddress, by }));
}

test('signs the refund address that a customer names', async () => {
  const made = await undecided(null);
  await requestRefund(made, { refundAddress: OTHER });
  expect(await decisions(made)).toEqual([{ refundId: null, refundAddress: OTHER, by: 'CUSTOMER' }]);
  expect(JSON.stringify(await readOrder(host, made))).not.toContain(OTHER);
});

test('signs nothing when the refund goes to the address of the guarantee', async () => {
  const made = await undecided(ADDRESSES.bitcoin);
  await requestRefund(made, {});
  expect(await decisions(made)).toEqual([]);
});

test('signs the address of an extra deposit for this deposit only', async () => {
  const made = await makeOrder(host);
  const pay = (amount: string) => host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', amount);
  pay('0.1');
  await run();
  // Larger deposits become new orders (D63).
  host.desk.minimum = '100';
  const extra = pay('0.2');
  await run();
  await requestRefund(made, { refundAddress: OTHER, depositTxHash: extra });
  expect(await decisions(made)).toEqual([
    { refundId: `REFUND:${made.order.orderId}:${extra}:0`, refundAddress: OTHER, by: 'CUSTOMER' },
  ]);
});

test('signs the address of each kind of refund by an operator', async () => {
  const asked = await undecided(null);
  await say(`refund ${asked.order.orderId} ${OTHER}`);
  expect(await decisions(asked)).toEqual([{ refundId: null, refundAddress: OTHER, by: 'OPERATOR' }]);

  const held = await makeOrder(host, { amount: '0.5' });
  host.chain('bitcoin').pay({ address: held.order.depositAddress }, 'btc', '0.5');
  await run();
  await say(`refund ${held.order.orderId} ${OTHER} --replace`);
  await run();
  const refundId = `REFUND:${held.order.orderId}`;
  await say(`refund ${refundId} ${ADDRESSES.bitcoin}`);
  const extra = host.chain('bitcoin').pay({ address: held.order.depositAddress }, 'btc', '0.01');
  await run();
  await say(`refund ${held.order.orderId} ${OTHER} --replace`);
  expect(await decisions(held)).toEqual([
    { refundId: null, refundAddress: OTHER, by: 'OPERATOR' },
    { refundId, refundAddress: ADDRESSES.bitcoin, by: 'OPERATOR' },
    { refundId: `${refundId}:${extra}:0`, refundAddress: OTHER, by: 'OPERATOR' },
  ]);
});

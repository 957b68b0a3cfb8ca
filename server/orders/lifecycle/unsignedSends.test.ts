import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { addressIndex } from '../../common/addressIndex.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runOperatorCommand } from '../../operator/cli/runOperatorCommand.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import { ChainUnavailableError } from '../../ports/chain/chainGateway.ts';
import { ADDRESSES, makeOrder, startOrderHost, type MadeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';
import { SIGNED_TERMS_DIFFER } from '../../payments/outbox/sender.ts';

const THIEF_TRON = 'TGSzvBvgWb15CQTEPTqqtac4D2LNYqH7gB';
const THIEF_BITCOIN = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

let host: OrderHost;
beforeEach(async () => {
  host = await startOrderHost({ perOrderUsd: '50000' });
});
afterEach(async () => await host.close());

async function run(rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    for (const network of ['bitcoin', 'tron', 'ripple']) host.chain(network).mine(7);
    host.advanceClock(60_000);
    await host.tick();
  }
}

const outbox = (id: string): Promise<OutboxRow> =>
  host.database.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = async (table: 'orders' | 'outbox', id: string, changes: object): Promise<void> => {
  await host.database.updateTable(table).set(changes).where('id', '=', id).execute();
};
const changeGuarantee = async (made: MadeOrder, changes: object): Promise<void> => {
  await host.database
    .updateTable('signed_documents')
    .set(changes)
    .where('order_id', '=', made.order.orderId)
    .where('kind', '<>', 'ORIGIN')
    .execute();
};
const received = (network: string, address: string) => host.chain(network).receivedBy(address);

/** Runs an order until its payout is in the outbox, while the payout's network does not answer. */
async function duePayout(wanted: Parameters<typeof makeOrder>[1] = {}): Promise<MadeOrder> {
  const made = await makeOrder(host, wanted);
  host.chain('tron').mode = 'down';
  host.chain('ripple').mode = 'down';
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', wanted.amount ?? '0.1');
  await run(3);
  host.chain('tron').mode = 'up';
  host.chain('ripple').mode = 'up';
  return made;
}

describe('a payout that was changed before it leaves', () => {
  const guaranteeText = async (made: MadeOrder): Promise<string> =>
    (
      await host.database
        .selectFrom('signed_documents')
        .select('document')
        .where('order_id', '=', made.order.orderId)
        .where('kind', '=', 'GUARANTEE')
        .executeTakeFirstOrThrow()
    ).document;

  test.each<[what: string, corrupt: (made: MadeOrder, id: string) => Promise<void>]>([
    ['with another recipient', (_made, id) => change('outbox', id, { to_address: THIEF_TRON })],
    [
      'with another recipient in order and outbox',
      async (made, id) => {
        await change('orders', made.order.orderId, { destination_address: THIEF_TRON });
        await change('outbox', id, { to_address: THIEF_TRON });
      },
    ],
    [
      'with another recipient in every table, the guarantee included',
      async (made, id) => {
        await change('orders', made.order.orderId, { destination_address: THIEF_TRON });
        await change('outbox', id, { to_address: THIEF_TRON });
        await changeGuarantee(made, { document: (await guaranteeText(made)).replaceAll(ADDRESSES.tron, THIEF_TRON) });
      },
    ],
    ['with a memo', (_made, id) => change('outbox', id, { memo: '7' })],
    ['with another coin', (_made, id) => change('outbox', id, { instrument: 'trx' })],
    ['from another address', (_made, id) => change('outbox', id, { from_index: addressIndex(7) })],
    ['with another amount', (_made, id) => change('outbox', id, { amount: '5968.6' })],
    [
      'with another amount than the signed fixed rate',
      async (made, id) => {
        await host.database
          .updateTable('order_settlements')
          .set({ payout_amount: '59685' })
          .where('order_id', '=', made.order.orderId)
          .execute();
        await change('outbox', id, { amount: '59685' });
      },
    ],
    ['without a guarantee', (made) => changeGuarantee(made, { kind: 'RECEIPT' })],
    ['with the signature of somebody else', (made) => changeGuarantee(made, { signature: '0'.repeat(128) })],
  ])('%s is refused, and leaves when the row is corrected', async (_what, corrupt) => {
    const made = await duePayout({ rateMode: 'FIXED' });
    const id = `PAYOUT:${made.order.orderId}`;
    const before = {
      order: await host.database.selectFrom('orders').selectAll().where('id', '=', made.order.orderId).executeTakeFirstOrThrow(),
      row: await outbox(id),
      documents: await host.database
        .selectFrom('signed_documents')
        .selectAll()
        .where('kind', '=', 'GUARANTEE')
        .executeTakeFirstOrThrow(),
      settlement: await host.database.selectFrom('order_settlements').selectAll().executeTakeFirstOrThrow(),
    };
    await corrupt(made, id);
    await run(2);
    expect(await outbox(id)).toMatchObject({ state: 'REFUSED', reason: SIGNED_TERMS_DIFFER, tx_hash: null });
    expect([...received('tron', THIEF_TRON), ...received('tron', ADDRESSES.tron)]).toEqual([]);

    const { destination_address } = before.order;
    const { to_address, memo, instrument, amount, from_index } = before.row;
    await change('orders', made.order.orderId, { destination_address });
    await change('outbox', id, { to_address, memo, instrument, amount, from_index });
    await changeGuarantee(made, before.documents);
    await host.database.updateTable('order_settlements').set(before.settlement).execute();
    await run(4);
    expect(received('tron', ADDRESSES.tron).map((one) => one.amount)).toEqual(['5968.5']);
  });

  test('with another destination tag is refused', async () => {
    const made = await duePayout({ to: 'xrp', destination: ADDRESSES.ripple });
    const id = `PAYOUT:${made.order.orderId}`;
    await change('outbox', id, { memo: '12345' });
    await run(2);
    expect(await outbox(id)).toMatchObject({ state: 'REFUSED', reason: SIGNED_TERMS_DIFFER });
    expect(received('ripple', ADDRESSES.ripple)).toEqual([]);
  });
});

test('a second payout of an order is refused', async () => {
  const made = await duePayout();
  const first = await outbox(`PAYOUT:${made.order.orderId}`);
  const id = `${first.id}:2`;
  await host.database
    .insertInto('outbox')
    .values({ ...first, id, idempotency_key: id })
    .execute();
  await run();
  expect(await outbox(id)).toMatchObject({ state: 'REFUSED', reason: SIGNED_TERMS_DIFFER });
  expect(received('tron', ADDRESSES.tron)).toHaveLength(1);
});

test('a refund is sent to the address that the operator named, and to no other', async () => {
  const made = await makeOrder(host, { refund: null });
  host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '100');
  await run(2);
  host.chain('bitcoin').mode = 'refuse';
  await runOperatorCommand({ ...host.context, operatorFile: '' }, ['refund', made.order.orderId, ADDRESSES.bitcoin]);
  await run(2);
  const id = `REFUND:${made.order.orderId}`;
  await runOperatorCommand({ ...host.context, operatorFile: '' }, ['release', id]);
  await change('outbox', id, { to_address: THIEF_BITCOIN });
  await change('orders', made.order.orderId, { refund_address: THIEF_BITCOIN });
  host.chain('bitcoin').mode = 'up';
  host.chain('bitcoin').credit(TREASURY_INDEX, 'btc', '1000');
  await run(2);
  expect(await outbox(id)).toMatchObject({ state: 'REFUSED', reason: SIGNED_TERMS_DIFFER });
  await change('outbox', id, { to_address: ADDRESSES.bitcoin });
  await run();
  expect(received('bitcoin', THIEF_BITCOIN)).toEqual([]);
  expect(received('bitcoin', ADDRESSES.bitcoin)).toHaveLength(1);
});

test('a sweep to another address than the treasury fails and is planned again', async () => {
  const made = await makeOrder(host);
  const bitcoin = host.chain('bitcoin');
  bitcoin.pay({ address: made.order.depositAddress }, 'btc', '0.1');
  bitcoin.onCall = (name) => {
    if (name === 'before send') throw new ChainUnavailableError('no answer');
  };
  await run(3);
  const sweeps = await host.database.selectFrom('outbox').select('id').where('kind', '=', 'SWEEP').execute();
  expect(sweeps).toHaveLength(1);
  const id = sweeps[0]?.id ?? '';
  await change('outbox', id, { to_address: THIEF_BITCOIN });
  bitcoin.onCall = () => undefined;
  await run(1);
  expect(await outbox(id)).toMatchObject({ state: 'FAILED', reason: SIGNED_TERMS_DIFFER });
  host.advanceClock(10 * 60_000);
  await run(3);
  expect(received('bitcoin', THIEF_BITCOIN)).toEqual([]);
  expect(
    received('bitcoin', (await host.context.gateways.get('bitcoin')?.addressAt(TREASURY_INDEX))?.address ?? ''),
  ).toHaveLength(1);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStore, DATABASES, type TestStore, rulesOn } from '../../../tests/support/databases.ts';
import { addressIndex } from '../../common/addressIndex.ts';
import { createLogger } from '../../common/log.ts';
import { findOrder } from '../../db/repositories/orders.ts';
import { findOutboxRow } from '../../db/repositories/outbox.ts';
import { createDocumentSigner } from '../../guarantee/documentSigner.ts';
import { requireAuthority } from '../../orders/calls/readOrder.ts';
import { countReceived, mineAndTick, readStatus, reconcileNow, runOperator } from '../../orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, startOrderHost, type MadeOrder, type OrderHost } from '../../orders/testing/orderHost.ts';
import { TREASURY_INDEX } from '../../ports/chain/treasury.ts';
import { countTreasuries } from '../../reconcile/balances.ts';
import { enterRecovery } from '../../recovery/enterRecovery.ts';
import { createRecoveryWatch } from '../../recovery/recoveryWatch.ts';

const NETWORKS = ['bitcoin', 'tron', 'ripple'] as const;
const NO_MARK = { value: () => null, raise: () => Promise.resolve() };

describe.each(DATABASES)('restore-order on %s', (kind) => {
  const rule = rulesOn(kind, import.meta.filename);
  let host: OrderHost;
  let store: TestStore;
  let old: TestStore;
  let folder: string;
  let forgetSends: (() => void)[];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'guarantees-'));
    [store, old] = [await createStore(kind), await createStore(kind)];
    host = await startOrderHost({}, { open: (observe) => store.open(observe), remove: () => undefined });
    forgetSends = NETWORKS.map((network) => host.chain(network).forgetLaterSends());
  });
  afterEach(async () => {
    await host.close();
    for (const one of [store, old]) one.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = async (rounds: number): Promise<void> => await mineAndTick(host, NETWORKS, rounds);
  const exchange = async (wanted: Parameters<typeof makeOrder>[1] = {}, isPaid = true): Promise<MadeOrder> => {
    const made = await makeOrder(host, wanted);
    const { depositAddress: address, depositAddressMemo: memo } = made.order;
    const [network, coin, amount] =
      wanted.from === 'xrp' ? (['ripple', 'xrp', '1000'] as const) : (['bitcoin', 'btc', '0.1'] as const);
    if (isPaid) host.chain(network).pay({ address, memo }, coin, amount);
    return made;
  };
  /** Starts the host on books from before everything, and reads what the networks show. */
  const forget = async (): Promise<void> => {
    for (const one of forgetSends) one();
    [store, old] = [old, store];
    await host.restart();
    for (const network of NETWORKS) {
      const recovery = { network, reason: 'RESTORED', at: host.context.now() } as const;
      await host.database.transaction().execute(async (transaction) => await enterRecovery(transaction, recovery));
    }
    await countTreasuries(host.context);
    // Networks with an order are read in every round.
    await makeOrder(host);
    await makeOrder(host, { from: 'xrp', amount: '1000', refund: ADDRESSES.ripple });
    await run(3);
    const watch = createRecoveryWatch({ ...host.context, mark: NO_MARK, log: createLogger('silent') });
    for (let round = 0; round < 2; round += 1) await watch.check();
  };
  const fileOf = (text: string): string => {
    const path = join(folder, 'guarantee.json');
    writeFileSync(path, text);
    return path;
  };
  const restore = async ({ order, input }: MadeOrder, ...words: string[]): Promise<string> =>
    await runOperator(host, 'restore-order', fileOf(JSON.stringify(order.guarantee)), input.refundAddress ?? '', ...words);
  const openNetworks = async (): Promise<void> => void (await host.database.deleteFrom('recoveries').execute());
  const received = (): number => countReceived(host, 'tron', ADDRESSES.tron);

  for (const rateMode of ['FLOATING', 'FIXED'] as const)
    rule(`exchanges a forgotten ${rateMode} order once an operator releases its payout`, async () => {
      const made = await exchange({ rateMode });
      await forget();
      expect(await restore(made)).toMatch(/^Order \S+ is restored\. Deposits: 0\.1 btc, expected 0\.1\./);
      const order = (await findOrder(host.database, made.order.orderId)) ?? expect.fail('no order');
      requireAuthority(order, { orderToken: made.token, clientAddress: null });
      expect(() => requireAuthority(order, { orderToken: 'another', clientAddress: null })).toThrow(/token/);
      await openNetworks();
      await run(4);
      const payout = `PAYOUT:${made.order.orderId}`;
      expect(await findOutboxRow(host.database, payout)).toMatchObject({ state: 'HELD', reason: 'RESTORED_ORDER' });
      expect(await runOperator(host, 'release', payout)).toMatch(/is released/);
      await run(5);
      expect([received(), await readStatus(host, made)]).toEqual([1, 'COMPLETED']);
      expect(await restore(made)).toMatch(/the books know order/);
      expect(await reconcileNow(host)).toEqual([]);
    });

  test('restores an order once when two operators do it at the same time', async () => {
    const made = await exchange();
    await forget();
    const answers = await Promise.all([restore(made), restore(made)]);
    expect(answers.filter((answer) => answer.includes('is restored'))).toHaveLength(1);
    const orders = host.database.selectFrom('orders').select(['id', 'restored_at']).where('restored_at', 'is not', null);
    expect(await orders.execute()).toEqual([{ id: made.order.orderId, restored_at: host.context.now() }]);
    const claims = await host.database.selectFrom('ledger_entries').select('journal_id').where('kind', '=', 'CLAIM').execute();
    expect(claims).toHaveLength(2);
  });

  rule('names the transaction of an order that was paid, and keeps its deposit when it has left its address', async () => {
    const made = await exchange();
    await run(6);
    expect(received()).toBe(1);
    await forget();
    const [payout] = host.chain('tron').receivedBy(ADDRESSES.tron);
    expect(await restore(made)).toContain(payout?.txHash);
    expect(await restore(made, '--no-payment')).toMatch(/left its address, .* brought 0 of it/);
    expect(await findOrder(host.database, made.order.orderId)).toBeUndefined();
  });

  rule('restores the other one of two orders to the same destination only when an operator says so', async () => {
    const paid = await exchange();
    await run(6);
    const made = await exchange();
    await forget();
    expect(await restore(paid)).toMatch(/may have paid/);
    expect(await restore(made)).toMatch(/may have paid/);
    expect(await restore(made, '--no-payment')).toMatch(/is restored/);
  });

  rule('keeps a deposit that was refunded from its own address', async () => {
    const made = await exchange();
    host.chain('bitcoin').mine();
    const index = (await findOrder(host.database, made.order.orderId))?.deposit_index ?? addressIndex(0);
    const refund = { idempotencyKey: 'refund', fromIndex: index, toAddress: ADDRESSES.bitcoin, memo: null, amount: '0.099' };
    await host.chain('bitcoin').send({ ...refund, instrumentSlug: 'btc' });
    await forget();
    // The customer sends as much again.
    host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
    host.chain('bitcoin').mine();
    expect(await restore(made)).toMatch(/does not have enough confirmations/);
    await run(3);
    expect(await restore(made)).toMatch(/left its address, .* brought 0 of it/);
  });

  for (const kind of ['PAYOUT', 'REFUND'] as const)
    rule(`restores an order whose deposit was collected, and makes its ${kind}`, async () => {
      const made = await exchange({ rateMode: 'FIXED' });
      // Too much for a fixed rate: the customer is asked, and nothing is priced.
      if (kind === 'REFUND') host.chain('bitcoin').pay({ address: made.order.depositAddress }, 'btc', '0.1');
      host.chain('bitcoin').mine();
      const bitcoin = host.chain('bitcoin');
      const index = (await findOrder(host.database, made.order.orderId))?.deposit_index ?? addressIndex(0);
      const { address: treasury } = await bitcoin.addressAt(TREASURY_INDEX);
      const move = async (idempotencyKey: string, toAddress: string, amount: string): Promise<string> =>
        (await bitcoin.send({ idempotencyKey, fromIndex: index, toAddress, memo: null, amount, instrumentSlug: 'btc' })).txHash;
      const part = await move('first part', treasury, '0.04');
      bitcoin.mine();
      const rest = await move('second part', treasury, kind === 'REFUND' ? '0.159' : '0.059');
      await forget();
      expect(await restore(made)).toMatch(/left its address, .* brought 0 of it/);
      expect(await restore(made, `--collected-by=${part}`, `--collected-by=${part}`)).toMatch(/brought 0\.04\d+ of it/);
      const words = [part, rest].map((hash) => `--collected-by=${hash}`);
      expect(await restore(made, ...words)).toMatch(/is restored.*was collected/);
      await openNetworks();
      await run(4);
      const { orderId } = made.order;
      if (kind === 'REFUND') await runOperator(host, 'refund', orderId, ADDRESSES.bitcoin);
      await run(1);
      const send = `${kind}:${orderId}`;
      await runOperator(host, 'release', send);
      await run(2);
      expect(await findOutboxRow(host.database, send)).toMatchObject({ state: 'REFUSED', reason: 'DEPOSIT_LEFT' });
      await runOperator(host, 'override', send);
      await run(5);
      expect(await readStatus(host, made)).toBe(kind === 'PAYOUT' ? 'COMPLETED' : 'REFUNDED');
      expect([received(), bitcoin.receivedBy(ADDRESSES.bitcoin).length]).toEqual(kind === 'PAYOUT' ? [1, 0] : [0, 1]);
    });

  rule('keeps an order of which a part was refunded and the rest collected', async () => {
    const made = await exchange();
    const bitcoin = host.chain('bitcoin');
    bitcoin.mine();
    const index = (await findOrder(host.database, made.order.orderId))?.deposit_index ?? addressIndex(0);
    const { address: treasury } = await bitcoin.addressAt(TREASURY_INDEX);
    const hashes: string[] = [];
    for (const [toAddress, amount] of [
      [ADDRESSES.bitcoin, '0.05'],
      [treasury, '0.049'],
    ] as const) {
      const payment = { idempotencyKey: amount, fromIndex: index, toAddress, memo: null, amount, instrumentSlug: 'btc' };
      hashes.push((await bitcoin.send(payment)).txHash);
      bitcoin.mine();
    }
    await forget();
    const words = hashes.map((hash) => `--collected-by=${hash}`);
    expect(await restore(made, '--no-payment', ...words)).toMatch(/brought 0\.049\d* of it/);
    expect(await findOrder(host.database, made.order.orderId)).toBeUndefined();
  });

  rule('names a refund that the treasury sent to an address that was named later', async () => {
    const made = await exchange({ from: 'xrp', amount: '1000', refund: ADDRESSES.ripple });
    host.chain('ripple').spend({ address: 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv' }, 'xrp', '999.9');
    await forget();
    expect(await restore(made)).toMatch(/999\.9 xrp to rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv/);
    expect(await restore(made, '--no-payment')).toMatch(/is restored/);
    expect(await reconcileNow(host)).toEqual([]);
  });

  rule('refuses an order that nobody paid, another refund address, and while the list is not read', async () => {
    const [made, unpaid] = [await exchange(), await exchange({}, false)];
    await forget();
    expect(await restore(unpaid)).toMatch(/No payment/);
    const other = { ...made, input: { ...made.input, refundAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' } };
    expect(await restore(other)).toMatch(/refund address/);
    await host.database.updateTable('recoveries').set({ state: 'READING' }).where('network', '=', 'tron').execute();
    expect(await restore(made)).toMatch(/still listing/);
  });

  rule('refuses a file that this host did not sign, and an address of another seed', async () => {
    const { order } = await exchange();
    await forget();
    const { document, ...signature } = order.guarantee ?? expect.fail('no guarantee');
    const submit = async (file: object): Promise<string> =>
      await runOperator(host, 'restore-order', fileOf(JSON.stringify(file)), ADDRESSES.bitcoin);
    expect(
      await submit({ document: { ...document, destinationAddress: 'TVj7RNVHy6thbM7BWdSe9G6gXwKhjhdNZS' }, ...signature }),
    ).toMatch(/was altered/);
    const { kind: _kind, version: _version, keyId: _key, exchange: _exchange, ...terms } = document;
    const stranger = createDocumentSigner({ secretKey: new Uint8Array(32).fill(9), previousKeys: [], exchange: 'Causeway' });
    const { signer } = host.context;
    const content = { ...terms, kind: 'guarantee' } as Parameters<typeof signer.signGuarantee>[0];
    expect(await submit(stranger.signGuarantee(content))).toMatch(/another host/);
    expect(await submit({ ...document })).toMatch(/not a guarantee/);
    expect(await submit(signer.signGuarantee({ ...content, depositAddress: ADDRESSES.bitcoin }))).toMatch(/seed/);
  });
});

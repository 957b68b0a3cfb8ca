import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { keccak256, type Hex } from 'viem';
import type { Database } from '../../server/db/database.ts';
import { createEvmSendStore } from '../../server/db/repositories/evmSendStore.ts';
import { findOutboxRow } from '../../server/db/repositories/outbox.ts';
import { MAX_RETRY_DELAY_MS, mineAndTick, reconcileNow, runOperator } from '../../server/orders/testing/hostActions.ts';
import { ADDRESSES, makeOrder, startOrderHost } from '../../server/orders/testing/orderHost.ts';
import { BooksBehindError, ChainUnavailableError } from '../../server/ports/chain/chainGateway.ts';
import type { EvmGateway } from '../../server/ports/chain/evm/evmGateway.ts';
import { requireComplete, TREASURY_INDEX } from '../../server/ports/chain/treasury.ts';
import { countTreasuries } from '../../server/reconcile/balances.ts';
import { createRecoveryWatch } from '../../server/recovery/recoveryWatch.ts';
import { createLogger } from '../../server/common/log.ts';
import { openMemoryDatabase } from '../support/databases.ts';
import type { Anvil } from '../support/nodes/anvil.ts';
import {
  EVM_CHAIN_ID,
  EVM_NETWORK,
  installTokens,
  payment,
  STRANGER,
  testGateway,
  testWallet,
  TREASURY,
} from '../support/nodes/evmGateway.ts';
import { startFlakyNode } from '../support/nodes/flakyNode.ts';
import { freshAnvil } from '../support/nodes/freshAnvil.ts';

/** Longer than a test: the node never gets what was sent to it. */
const NEVER_MS = 3_600_000;
/** A host that keeps no mark */
const NO_MARK = { value: () => null, raise: () => Promise.resolve() };
/** As many blocks as make a payment final, and more */
const FINAL = 20;

describe('two hosts with one seed, neither of which knows of the other', () => {
  let anvil: Anvil;
  let slow: Awaited<ReturnType<typeof startFlakyNode>>;
  let database: Database;
  let copy: Database;
  /** On `database`, through a node that broadcasts late */
  let gateway: EvmGateway;
  let other: EvmGateway;

  beforeAll(async () => {
    anvil = await freshAnvil();
  });
  beforeEach(async () => {
    [database, copy, slow] = await Promise.all([openMemoryDatabase(), openMemoryDatabase(), startFlakyNode(anvil.url)]);
    await anvil.fund(TREASURY, '100');
    await anvil.mine(1);
    gateway = testGateway(database, slow);
    other = testGateway(copy, anvil);
    // Both know what left before.
    await Promise.all([gateway.records.count(), other.records.count()]);
    return async () => {
      await Promise.all([database.destroy(), copy.destroy(), slow.stop()]);
    };
  });

  const broadcastAfter = (afterMs: number): void =>
    slow.postpone('eth_sendRawTransaction', { afterMs, answer: ([raw]) => keccak256(raw as Hex) });
  const rowOf = async (key: string) =>
    (await createEvmSendStore(database, EVM_NETWORK).find(key)) ?? expect.fail(`${key} is not stored`);

  test('pay one after another: each waits until the network shows its last payment', async () => {
    broadcastAfter(NEVER_MS);
    await gateway.send(payment('late', '1'));
    await expect(gateway.send(payment('after it', '2'))).rejects.toThrow('does not show the payment with nonce');
    expect(await gateway.sendState('after it')).toEqual({ state: 'unknown' });
    slow.mend();
    // What the network has not got is broadcast again.
    await gateway.send(payment('after it', '2'));
    await anvil.mine(1);
    expect(await gateway.sendState('after it')).toMatchObject({ state: 'confirmed' });
  });

  test('stop at the first nonce that a payment of the other host used', async () => {
    broadcastAfter(NEVER_MS);
    await gateway.send(payment('ours', '1'));
    const { nonce } = await rowOf('ours');
    const theirs = await other.send(payment('theirs', '2'));
    await anvil.mine(1);
    await expect(gateway.send(payment('next', '3'))).rejects.toThrow(ChainUnavailableError);
    await gateway.monitor();
    expect(requireComplete(await other.records.count())).toBe(nonce + 1);
    expect(await gateway.records.count()).toMatchObject({ known: nonce, mined: nonce + 1 });
    await expect(gateway.send(payment('next', '3'))).rejects.toThrow(BooksBehindError);
    await anvil.mine(FINAL);
    await gateway.monitor();
    expect(await gateway.sendState('ours')).toMatchObject({ state: 'failed', reason: 'another transaction used its nonce' });
    expect(await gateway.records.list(nonce)).toMatchObject([{ position: nonce, txHash: theirs.txHash, isKnown: false }]);
  });

  test('know a payment of theirs that followed one of the other host', async () => {
    await gateway.send(payment('replaced', '1'));
    await gateway.send(payment('kept', '2'));
    const { nonce } = await rowOf('replaced');
    // It pays more, so that the node replaces the payment with the same nonce.
    const price = 500_000_000_000n;
    const call = { chainId: EVM_CHAIN_ID, nonce, gas: 21_000n, to: STRANGER, value: 7n };
    const raw = await testWallet.sign(TREASURY_INDEX, {
      ...call,
      type: 'eip1559',
      maxFeePerGas: price,
      maxPriorityFeePerGas: price,
    });
    const txHash = await anvil.client.sendRawTransaction({ serializedTransaction: raw });
    await anvil.mine(FINAL);
    await gateway.monitor();
    expect(await gateway.records.count()).toMatchObject({ mined: nonce + 2, known: nonce });
    expect(await gateway.records.list(nonce)).toMatchObject([
      { txHash, isKnown: false },
      { position: nonce + 1, isKnown: true },
    ]);
  });
});

test('a payment that the other host has made is not retried, but found in RECOVERY', async () => {
  const anvil = await freshAnvil();
  const [host, copy, slow] = await Promise.all([startOrderHost(), openMemoryDatabase(), startFlakyNode(anvil.url)]);
  onTestFinished(async () => {
    await Promise.all([host.close(), copy.destroy(), slow.stop()]);
  });
  await anvil.fund(TREASURY, '100');
  await anvil.mine(1);
  await installTokens(anvil);
  const gateway = testGateway(host.database, slow);
  const gateways = new Map([[EVM_NETWORK, gateway]]);
  Object.assign(host.context, { gateways: new Map([...host.context.gateways, ...gateways]) });
  const watch = createRecoveryWatch({ ...host.context, mark: NO_MARK, gateways, log: createLogger('silent') });
  await watch.check();
  await countTreasuries(host.context);
  const other = testGateway(copy, anvil);
  await other.records.count();

  const { order, destination } = await makeOrder(host, { to: 'eth', destination: ADDRESSES.ethereum });
  slow.postpone('eth_sendRawTransaction', { afterMs: NEVER_MS, answer: ([raw]) => keccak256(raw as Hex) });
  host.chain('bitcoin').pay({ address: order.depositAddress }, 'btc', '0.1');
  await mineAndTick(host, ['bitcoin'], 5);
  const id = `PAYOUT:${order.orderId}`;
  const sent = await findOutboxRow(host.database, id);
  expect(sent).toMatchObject({ state: 'SENT' });
  // The other host pays the same order with the same nonce, at another price.
  await anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: 3_000_000_000n });
  await anvil.mine(1);
  await other.send({ ...payment(id, sent?.amount ?? ''), toAddress: destination });
  await anvil.mine(FINAL);
  const before = await anvil.coinsOf(destination as Hex);
  await gateway.monitor();
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await host.tick(2);
  expect(await findOutboxRow(host.database, id)).toMatchObject({ state: 'FAILED' });
  const say = (words: string) => runOperator(host, ...words.split(' '));
  expect(await say(`retry ${id}`)).toContain('may be one of them');
  await watch.check();
  await watch.check();
  expect(await say(`retry ${id}`)).toContain('may be one of them');
  await watch.check();
  expect(await say(`recovery ${EVM_NETWORK}`)).toMatch(/\(PAYOUT:[^]*PAYMENT by the host/);
  host.advanceClock(MAX_RETRY_DELAY_MS);
  await host.tick(2);
  expect(await findOutboxRow(host.database, id)).toMatchObject({ state: 'CONFIRMED' });
  expect(await reconcileNow(host)).toEqual([]);
  expect(await say(`confirm ${EVM_NETWORK}`)).toContain('(1 transactions)');
  expect(await say(`open ${EVM_NETWORK}`)).toContain('Open:');
  expect(await anvil.coinsOf(destination as Hex)).toBe(before);
});

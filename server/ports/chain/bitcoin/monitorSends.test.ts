import { expect, it } from 'vitest';
import { openMemoryDatabase } from '../../../../tests/support/databases.ts';
import { createBitcoinStore } from '../../../db/repositories/networks/bitcoinStore.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { RpcError } from '../nodeAnswers.ts';
import type { BitcoinNode } from './bitcoinNodes.ts';
import { broadcast } from './broadcast.ts';
import { createMonitorSends } from './monitorSends.ts';

const hashOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0');

it('calls a payment failed that spends the change of a failed one', async () => {
  const database = await openMemoryDatabase();
  const store = createBitcoinStore(database, 'litecoin', 'treasury');
  const pay = async (name: string, coin: string) => {
    const tx_hash = hashOf(name);
    const change = { change_output: 1, change_amount: '1', bumps: null };
    const transaction = { tx_hash, bytes: '', fee: '0.1', created_at: 1, ...change };
    const send = {
      idempotency_key: name,
      tx_hash,
      instrument: 'ltc',
      to_address: 'ltc1',
      amount: '1',
      fee: '0.1',
      created_at: 1,
    };
    await store.insert({ transaction, sends: [send], inputs: [{ txHash: hashOf(coin), output: 1 }] });
  };
  await pay('parent', 'coin');
  await pay('child', 'parent');
  await store.settle(hashOf('parent'), 'another transaction spent its coins');
  const monitor = createMonitorSends({
    store,
    nodes: { each: [], asked: [], atHead: expect.fail, answers: expect.fail },
    reader: { advance: () => Promise.resolve({ height: 9, head: 9, nodes: [] }) },
    finalAfter: 3,
  });
  await monitor();
  const stored = await store.find('child');
  expect(stored?.transaction.failure).toContain(hashOf('parent'));
  await database.destroy();
});

const nodeThat = (submit: () => Promise<unknown>): BitcoinNode => ({
  submit,
  call: () => expect.fail(),
  batch: () => expect.fail(),
  height: () => expect.fail(),
  hashAt: () => expect.fail(),
  block: () => expect.fail(),
});
const down = nodeThat(() => Promise.reject(new ChainUnavailableError('the node can not be reached')));
const refusing = nodeThat(() => Promise.reject(new RpcError(-26, 'min relay fee not met')));
const accepting = nodeThat(() => Promise.resolve('hash'));

it('broadcasts to one node at least, and reports a refusal rather than a node that is down', async () => {
  await broadcast([down, refusing, accepting], 'ab');
  await expect(broadcast([down, refusing], 'ab')).rejects.toThrow(RpcError);
  await expect(broadcast([down, down], 'ab')).rejects.toThrow(ChainUnavailableError);
});

import { expect, it } from 'vitest';
import { createMoneroDaemon } from './moneroDaemon.ts';

it('reads transactions of a full and of a pruned node', async () => {
  const txs = [
    { tx_hash: 'full', as_hex: 'aabb', pruned_as_hex: '', in_pool: true },
    { tx_hash: 'pruned', as_hex: '', pruned_as_hex: 'aa', in_pool: false, block_height: '7', block_timestamp: '2' },
  ];
  const daemon = createMoneroDaemon({ call: () => expect.fail(), post: async () => ({ status: 'OK', txs }) }, 'main');
  expect(await daemon.transactions(['full', 'pruned'])).toEqual([
    { txHash: 'full', bytes: 'aabb', block: null },
    { txHash: 'pruned', bytes: 'aa', block: { height: 7, time: 2_000 } },
  ]);
});

it('asks for a hundred transactions at a time', async () => {
  const asked: unknown[] = [];
  const post = async (_path: string, parameters: unknown) => {
    asked.push(parameters);
    return { status: 'OK' };
  };
  await createMoneroDaemon({ call: () => expect.fail(), post }, 'main').transactions(Array.from({ length: 101 }, () => 'hash'));
  expect(asked).toEqual([{ txs_hashes: Array.from({ length: 100 }, () => 'hash') }, { txs_hashes: ['hash'] }]);
});

import { expect, test } from 'vitest';
import type { EmbeddedNetworkRow } from '../../db/tables/chain.ts';
import { embeddedNodes } from './embedded/embeddedNodes.ts';
import { createEvmNodes, describeFailure } from './evm/evmNode.ts';
import { readNodeStates, type AskedNode } from './nodeStates.ts';

const NOW = Date.UTC(2026, 10, 20);

/** A node that shows its blocks, with hashes of `chain`; null: it does not answer. */
const nodeOf = (shown: { height: number; chain: string } | null, position: number): AskedNode => ({
  name: `n${position}`,
  height: () => (shown ? Promise.resolve(shown.height) : Promise.reject(new Error('refused by https://node.example/secret'))),
  hashAt: (height) => Promise.resolve(`${shown?.chain} ${height}`),
});
const read = async (nodes: readonly AskedNode[]) =>
  await readNodeStates({ nodes, finalAfter: 10, now: () => NOW, describe: describeFailure });
const ask = async (...nodes: Parameters<typeof nodeOf>[0][]) => await read(nodes.map(nodeOf));

test('compares a block that all nodes must share, and names those that stand alone', async () => {
  const right = { height: 100, chain: 'right' };
  expect(await ask(right, { height: 102, chain: 'right' }, { height: 101, chain: 'wrong' }, null)).toEqual([
    { name: 'n0', height: 100, answeredAt: NOW, block: { height: 90, hash: 'right 90' }, agrees: true, failure: null },
    { name: 'n1', height: 102, answeredAt: NOW, block: { height: 90, hash: 'right 90' }, agrees: true, failure: null },
    { name: 'n2', height: 101, answeredAt: NOW, block: { height: 90, hash: 'wrong 90' }, agrees: false, failure: null },
    { name: 'n3', height: null, answeredAt: null, block: null, agrees: null, failure: 'refused by [node]' },
  ]);
  expect((await ask(right, { ...right, chain: 'wrong' })).map(({ agrees }) => agrees)).toEqual([false, false]);
  expect((await ask(right)).map(({ agrees }) => agrees)).toEqual([null]);
  expect((await ask(null, null)).map(({ height }) => height)).toEqual([null, null]);
});

test('names nodes by their hosts, without the keys of their paths', () => {
  const rpcUrls = ['https://node.example/v1/secret', 'http://10.0.0.7:8545', 'https://node.example/v1/other'];
  const { asked } = createEvmNodes({ rpcUrls, chainId: 1, agreeing: 2 });
  expect(asked.map(({ name }) => name)).toEqual(['node.example', '10.0.0.7:8545', 'node.example #2']);
});

test('shows that the second node of an embedded network lies', async () => {
  const row: EmbeddedNetworkRow = {
    network: 'tron',
    base_height: 1_000,
    base_at: NOW,
    block_ms: 3_000,
    mode: 'up',
    fee_factor: '1',
  };
  const agreement = async (mode: string) => (await read(embeddedNodes({ ...row, mode }, NOW))).map(({ agrees }) => agrees);
  expect(await Promise.all(['up', 'invent', 'down'].map(agreement))).toEqual([
    [true, true],
    [false, false],
    [null, null],
  ]);
});

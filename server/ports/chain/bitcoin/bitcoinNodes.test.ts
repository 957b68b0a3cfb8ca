import { expect, it, onTestFinished } from 'vitest';
import { BLOCK_ZERO } from '../../../../tests/support/samples/blockZero.ts';
import { serveLocally } from '../../../../tests/support/serveLocally.ts';
import { ChainUnavailableError } from '../chainGateway.ts';
import { ContradictionError, WrongChainError } from '../nodeErrors.ts';
import { createBitcoinNodes } from './bitcoinNodes.ts';
import { COINS, type BitcoinFamily } from './coinParameters.ts';

type Answers = Record<string, (parameters: readonly unknown[]) => unknown>;

/** Starts a node that gives these answers, and an error to every other call. */
async function startNode(answers: Answers): Promise<{ url: string }> {
  const { url, close } = await serveLocally((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as {
        id: unknown;
        method: string;
        params: readonly unknown[];
      };
      const result = answers[method]?.(params);
      const error = result === undefined ? { code: -32_601, message: 'not here' } : null;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id, result: result ?? null, error }));
    });
  });
  onTestFinished(close);
  return { url };
}

async function open(family: BitcoinFamily, nodes: readonly Answers[]) {
  const addresses = await Promise.all(nodes.map(startNode));
  const { chains, rules, anyFee } = COINS[family];
  return createBitcoinNodes({ addresses, chain: chains.main, rules, anyFee, agreeing: 2 }).each;
}

const { genesisHash } = COINS.bitcoin.chains.main;
const FIRST_OF_CASH = '000000000000000000651ef99cb9fcbe0dadde1d424bd9f15ff20136191a5eec';
/** Blocks by height of the coins that were Bitcoin once */
const FORKS: Record<string, Record<number, string>> = {
  bitcoin: { 478_559: '00000000000000000019f112ec0a9982926f1258cdcc558dd7c3b7e5dc7fa148' },
  bitcoincash: {
    478_559: FIRST_OF_CASH,
    661_648: '0000000000000000029e471c41818d24b8b74c911071c4ef0b4a0509f9b5a8ce',
  },
  'eCash or Bitcoin SV': { 478_559: FIRST_OF_CASH },
};

it.each(['bitcoin', 'bitcoincash'] as const)('tells nodes of %s from those of the other coins of its forks', async (family) => {
  const names = Object.keys(FORKS);
  const nodes = await open(
    family,
    Object.values(FORKS).map((blocks) => ({
      getblockhash: ([height]) => (height === 0 ? genesisHash : (blocks[Number(height)] ?? '00'.repeat(32))),
      getblockchaininfo: () => ({ blocks: 900_000 }),
    })),
  );
  for (const [place, node] of nodes.entries()) {
    if (names[place] === family) expect(await node.height()).toBe(900_000);
    else await expect(node.height()).rejects.toThrow(WrongChainError);
  }
});

it.each([
  ['litecoin', 0],
  ['bitcoincash', true],
] as const)('broadcasts on %s whatever the fee is', async (family, anyFee) => {
  const sent: unknown[] = [];
  const { genesisHash: ours } = COINS[family].chains.main;
  const getblockhash: Answers['getblockhash'] = ([height]) => FORKS[family]?.[Number(height)] ?? ours;
  const [node] = await open(family, [{ getblockhash, sendrawtransaction: (parameters) => sent.push(parameters) }]);
  await node?.submit('ab');
  expect(sent).toEqual([['ab', anyFee]]);
});

it('takes a block of Dash only when the nodes agree on its header', async () => {
  const { genesisHash: dashGenesis } = COINS.dash.chains.main;
  const header = BLOCK_ZERO.slice(0, 160);
  const node = (shown: string | undefined): Answers => ({
    getblockhash: () => dashGenesis,
    getblock: () => BLOCK_ZERO,
    getblockheader: () => shown,
  });
  const [agreeing] = await open('dash', [node(header), node(header)]);
  expect((await agreeing?.block('ab'.repeat(32)))?.transactions).toHaveLength(1);
  const [contradicted] = await open('dash', [node(header), node(header.replace('29ab5f49', '29ab5f48'))]);
  await expect(contradicted?.block('ab'.repeat(32))).rejects.toThrow(ContradictionError);
  const [alone] = await open('dash', [node(header), node(undefined)]);
  await expect(alone?.block('ab'.repeat(32))).rejects.toThrow(ChainUnavailableError);
});

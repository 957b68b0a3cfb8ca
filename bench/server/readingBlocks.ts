import { createBitcoinNodes } from '../../server/ports/chain/bitcoin/bitcoinNodes.ts';
import { COINS } from '../../server/ports/chain/bitcoin/coinParameters.ts';
import { fieldOf } from '../../server/ports/chain/nodeAnswers.ts';
import { NOBODY, startLitecoinNetwork, type LitecoinNetwork } from '../../tests/support/nodes/litecoin.ts';
import { median, type Figure } from '../measure.ts';

const PAYMENTS = 40;
/** Outputs of each payment: the block has as many as a full one of Litecoin's. */
const OUTPUTS = 200;
const RUNS = 15;

/**
 * How long the host takes to read and prove a block of a real node, next to the node's answer with all details (`getblock HASH 2`) and
 * `JSON.parse`, which proves nothing.
 */
export async function measureReadingBlocks(): Promise<Figure[]> {
  const network = await startLitecoinNetwork();
  try {
    const hash = await mineFullBlock(network);
    const { chains, rules, anyFee } = COINS.litecoin;
    const { each } = createBitcoinNodes({ addresses: network.nodes, chain: chains.regtest, rules, anyFee, agreeing: 2 });
    const [node] = each;
    const ours: number[] = [];
    const bare: number[] = [];
    let transactions = 0;
    for (let run = 0; run < RUNS; run += 1) {
      ours.push(await timed(async () => (transactions = (await node?.block(hash))?.transactions.length ?? 0)));
      bare.push(await timed(() => fetchBlock(network.first.url, hash)));
    }
    return [
      {
        name: 'reading and proving a block of Litecoin',
        unit: 'ms',
        ours: median(ours),
        floor: median(bare),
        target: { kind: 'atMostFloor', times: 1.5 },
        note: `${transactions} transactions with ${PAYMENTS * OUTPUTS} outputs; the floor is getblock with all details, and JSON.parse`,
      },
    ];
  } finally {
    await network.stop();
  }
}

async function mineFullBlock(network: LitecoinNetwork): Promise<string> {
  for (let payment = 0; payment < PAYMENTS; payment += 1) {
    await network.pay(...Array.from({ length: OUTPUTS }, () => ({ to: NOBODY, amount: '0.001' })));
  }
  await network.mine(1);
  return String(await network.first.rpc.call('getbestblockhash'));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function fetchBlock(url: string, hash: string): Promise<unknown> {
  const { origin, username, password } = new URL(url);
  const answer = await fetch(origin, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${username}:${password}`)}` },
    body: JSON.stringify({ id: 0, method: 'getblock', params: [hash, 2] }),
  });
  return fieldOf(JSON.parse(await answer.text()), 'result');
}

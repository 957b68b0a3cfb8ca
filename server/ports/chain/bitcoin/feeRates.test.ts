import { describe, expect, it } from 'vitest';
import { ChainUnavailableError } from '../chainGateway.ts';
import type { BitcoinNode, BitcoinNodes } from './bitcoinNodes.ts';
import { createFeeRates } from './feeRates.ts';

/** What a node answers, in coins per kilobyte */
interface Prices {
  feerate?: string;
  mempoolminfee?: string;
}

function nodesWith(...prices: readonly Prices[]): BitcoinNodes {
  const each = prices.map(({ feerate, mempoolminfee = '0.00001000' }): BitcoinNode => {
    const answers: Record<string, unknown> = {
      estimatesmartfee: feerate === undefined ? { errors: ['Insufficient data'], blocks: '0' } : { feerate, blocks: '6' },
      getmempoolinfo: { mempoolminfee },
    };
    const unused = () => Promise.reject(new Error('not asked'));
    return {
      call: (method) => Promise.resolve(answers[method]),
      batch: unused,
      height: unused,
      hashAt: unused,
      block: unused,
      submit: unused,
    };
  });
  return {
    each,
    asked: [],
    atHead: () => Promise.resolve({ head: 1, nodes: each }),
    answers: (synced, ask) => Promise.all(synced.map(ask)),
  };
}
const PARAMETERS = { usualRate: 20n, leastRate: 1n, feeCall: 'estimatesmartfee' } as const;
const read = (...prices: readonly Prices[]) =>
  createFeeRates({ nodes: nodesWith(...prices), parameters: PARAMETERS, highestRate: 500n, decimals: 8 })();

describe('createFeeRates', () => {
  it('returns the lowest estimate of the nodes per byte, rounded up', async () => {
    expect(await read({ feerate: '0.00030001' }, { feerate: '0.00090000' })).toEqual({ rate: 31n, isAboveLimit: false });
  });

  it('returns what is usual while a node has no estimate', async () => {
    expect(await read({}, {})).toEqual({ rate: 20n, isAboveLimit: false });
    expect(await read({}, { feerate: '0.00015000' })).toEqual({ rate: 15n, isAboveLimit: false });
  });

  it('returns at least what the mempool of the node asks for', async () => {
    expect(await read({ feerate: '0.00010000', mempoolminfee: '0.00050000' })).toEqual({ rate: 50n, isAboveLimit: false });
  });

  it('returns the limit, and says so, when all nodes ask for more', async () => {
    expect(await read({ feerate: '0.00501000' }, { feerate: '0.01000000' })).toEqual({ rate: 500n, isAboveLimit: true });
    expect(await read({ feerate: '0.00501000' }, { feerate: '0.00500000' })).toEqual({ rate: 500n, isAboveLimit: false });
  });

  it('rejects an answer without a price', async () => {
    const nodes = nodesWith({});
    const broken = nodes.each.map((node) => ({ ...node, call: () => Promise.resolve({}) }));
    const answers: BitcoinNodes['answers'] = (_synced, ask) => Promise.all(broken.map(ask));
    const rates = createFeeRates({
      nodes: { ...nodes, answers },
      parameters: PARAMETERS,
      highestRate: 500n,
      decimals: 8,
    });
    await expect(rates()).rejects.toThrow(ChainUnavailableError);
  });

  it('asks Bitcoin Cash as its nodes are asked, takes -1 for no estimate, and never less than miners take', async () => {
    const priceOf = async (feeCall: 'estimatefee' | 'estimatesmartfee', answers: Record<string, unknown>, leastRate = 1n) => {
      const [node = expect.fail('no node')] = nodesWith({ mempoolminfee: '0.00001000' }).each;
      const each = [{ ...node, call: (method: string) => Promise.resolve(answers[method]) }];
      const nodes = { ...nodesWith({}), each, atHead: () => Promise.resolve({ head: 1, nodes: each }) };
      const parameters = { usualRate: 20n, leastRate, feeCall };
      return (await createFeeRates({ nodes, parameters, highestRate: 500n, decimals: 8 })()).rate;
    };
    const getmempoolinfo = { mempoolminfee: '0.00000000' };
    expect(await priceOf('estimatefee', { estimatefee: '0.00007000', getmempoolinfo })).toBe(7n);
    expect(await priceOf('estimatesmartfee', { estimatesmartfee: { feerate: '-1', blocks: '6' }, getmempoolinfo })).toBe(20n);
    const low = { estimatesmartfee: { feerate: '0.00001000', blocks: '6' }, getmempoolinfo };
    expect(await priceOf('estimatesmartfee', low, 100n)).toBe(100n);
  });
});

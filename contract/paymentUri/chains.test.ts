import { describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import { chainOfShortName, isChainOf, isNamespace } from './chains.ts';
import { readPaymentUri } from './readPaymentUri.ts';

const networks = [...loadCatalogue().networks.values()].filter(({ family }) => family !== 'fiat');

describe('names of chains', () => {
  it.each([
    ['bip122:00000ffd590b1485b3caadc19b22e637', 'dash'],
    ['tvm:-239', 'ton'],
    ['cosmos:kava_2222-10', 'kava'],
    ['antelope:1064487b3cd1a897ce03ae5b6a865651', 'wax'],
    ['cip34:1-764824073', 'cardano'],
    ['eip155:4689', 'iotex'],
    ['eip155:42161', 'arbitrum'],
  ])('%s is %s and no other network', (chain, slug) => {
    expect(networks.filter((network) => isChainOf(chain, network)).map((network) => network.slug)).toEqual([slug]);
    const address = 'a'.repeat(40);
    expect(readPaymentUri(`${chain}:${address}`)).toMatchObject({ chain, address });
    expect(isNamespace(chain.split(':')[0] ?? '')).toBe(true);
  });

  it('has a short name for every EVM network', () => {
    const named = [
      'eth',
      'bnb',
      'pol',
      'arb1',
      'oeth',
      'base',
      'avax',
      'etc',
      'linea',
      'scr',
      'zksync',
      'unichain',
      'wc',
      'celo',
      'cro',
    ];
    const more = ['sonic', 'mantle', 'gno', 'mbeam', 'kaia-mainnet', 'flr', 'mon', 'okb'];
    const chains = [...named, ...more].map(chainOfShortName);
    const evm = networks.filter(({ family }) => family === 'evm');
    expect(new Set(chains)).toEqual(new Set(evm.map(({ chainId }) => `eip155:${chainId}`)));
  });
});

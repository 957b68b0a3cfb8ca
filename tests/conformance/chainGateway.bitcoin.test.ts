import { describeBooks } from './chainBooks.ts';
import { describeChainGateway } from './chainGateway.ts';
import { describeHost } from './chainHost.ts';
import { openLitecoin } from './litecoinUnderTest.ts';

const traits = { assets: ['ltc'], depositsAt: 'TREASURY', canReplace: true } as const;

describeChainGateway('Two real Litecoin nodes', traits, openLitecoin, (chain) => {
  describeBooks(chain, traits);
  describeHost(chain, {
    ...traits,
    swaps: [
      ['ltc', 'btc'],
      ['btc', 'ltc'],
    ],
    confirmations: 6,
    chainName: 'regtest',
  });
});

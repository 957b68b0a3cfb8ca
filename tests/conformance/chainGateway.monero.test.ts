import { describeBooks } from './chainBooks.ts';
import { describeChainGateway } from './chainGateway.ts';
import { openMonero } from './moneroUnderTest.ts';

const traits = { assets: ['xmr'], depositsAt: 'TREASURY', canReplace: false } as const;

describeChainGateway('Two real Monero nodes', traits, openMonero, (chain) => describeBooks(chain, traits));

import { expect } from 'vitest';
import { createEmbeddedChainStore } from '../../server/db/repositories/embeddedChainStore.ts';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import type { ChainGateway } from '../../server/ports/chain/chainGateway.ts';
import { deriveAddress } from '../../server/ports/chain/embedded/derivation.ts';
import { createEmbeddedChains, type EmbeddedChains } from '../../server/ports/chain/embedded/embeddedChains.ts';
import { describeChainGateway } from './chainGateway.ts';
import type { ChainUnderTest } from './chainUnderTest.ts';
import { openMemoryDatabase } from '../support/databases.ts';

const PRICES = new Map(Object.entries({ ETH: '3000', USDT: '1', TRX: '0.3', SOL: '150', BTC: '60000', XMR: '150' }));

const NOW = 1_800_000_000_000;
/** Blocks after which Monero unlocks change */
const MOST_LOCKED = 10;

function gatewayOf(chains: EmbeddedChains, slug: string): ChainGateway {
  const gateway = chains.gateways.get(slug);
  if (!gateway) throw new Error(`no gateway of ${slug}`);
  return gateway;
}

/** The clock stands still, so blocks are only mined on demand. */
async function open(slug: string): Promise<ChainUnderTest> {
  const database = await openMemoryDatabase();
  const network = loadCatalogue().networks.get(slug) ?? expect.fail(slug);
  const create = () =>
    createEmbeddedChains({
      store: createEmbeddedChainStore(database),
      catalogue: loadCatalogue(),
      usdPrice: (symbol) => PRICES.get(symbol),
      speed: 60,
      now: () => NOW,
    });
  const chains = create();
  await chains.prepare();
  const gateway = gatewayOf(chains, slug);
  return {
    gateway,
    newestBlockTime: () => Promise.resolve(NOW),
    stranger: deriveAddress('a stranger', network, 1),
    async payAsCustomer(instrumentSlug, toAddress, amount) {
      return (await chains.controls.send({ instrumentSlug, toAddress, memo: null, amount })).txHash;
    },
    async mine(blocks) {
      await chains.controls.mine(slug, blocks);
    },
    async mature() {
      await chains.controls.mine(slug, Math.max(gateway.finalAfter, MOST_LOCKED));
    },
    faults: {
      async reorganise(blocks, fate) {
        await chains.controls.reorganise(slug, blocks, fate);
      },
      async replaceWaiting(fate) {
        await chains.controls.replaceWaiting(slug, fate);
      },
      break: (fault) =>
        fault === 'highFees' ? chains.controls.setFeeFactor(slug, '40') : chains.controls.breakNetwork(slug, fault),
      mend: () => chains.controls.mend(slug),
    },
    respell: (address) => (slug === 'ethereum' ? address.toLowerCase() : address),
    restart: () => gatewayOf(create(), slug),
    close: () => database.destroy(),
  };
}

const usual = { depositsAt: 'ADDRESS', canReplace: true } as const;
const pooled = { depositsAt: 'TREASURY', canReplace: true } as const;
describeChainGateway('An embedded EVM network', { assets: ['eth', 'usdterc20'], ...usual }, () => open('ethereum'));
describeChainGateway('An embedded TRON', { assets: ['trx', 'usdttrc20'], ...usual }, () => open('tron'));
describeChainGateway('An embedded Solana', { assets: ['sol', 'usdtsol'], ...usual }, () => open('solana'));
describeChainGateway('An embedded Bitcoin', { assets: ['btc'], ...pooled }, () => open('bitcoin'));
describeChainGateway('An embedded Monero', { assets: ['xmr'], ...pooled }, () => open('monero'));

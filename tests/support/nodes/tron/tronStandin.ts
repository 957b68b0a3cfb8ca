import { toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import type { Database } from '../../../../server/db/database.ts';
import { createTronStore } from '../../../../server/db/repositories/networks/tronStore.ts';
import { loadCatalogue } from '../../../../server/instruments/loadCatalogue.ts';
import type { SendRequest } from '../../../../server/ports/chain/chainGateway.ts';
import { TREASURY_INDEX } from '../../../../server/ports/chain/treasury.ts';
import { addressOfHex } from '../../../../server/ports/chain/tron/tronAddresses.ts';
import { callFor, contractOf, hexOf } from '../../../../server/ports/chain/tron/tronCalls.ts';
import {
  createTronGateway,
  GENESIS,
  type TronGateway,
  type TronGatewayOptions,
} from '../../../../server/ports/chain/tron/tronGateway.ts';
import { createTronWallet, type TronWallet } from '../../../../server/ports/chain/tron/tronWallet.ts';
import { credit, creditToken, type InternalCall, type Ledger } from './ledger.ts';
import { createTronChain } from './tronChain.ts';
import { startTronNode } from './tronNode.ts';

export const TRON = 'tron';
export const USDT = 'usdttrc20';
const CHAIN = 'nile';
const TRX = 1_000_000n;
/** Those of the real network */
const SOLID_AFTER = 19;

const catalogue = loadCatalogue();
const seed = new Uint8Array(64).fill(7);
export const tronWallet = createTronWallet(seed, CHAIN);
export const TRON_TREASURY = tronWallet.addressAt(TREASURY_INDEX);
const customerWallet = createTronWallet(new Uint8Array(64).fill(9), CHAIN);
/** A recipient that belongs to no order. Nobody has paid it yet. */
export const TRON_STRANGER = customerWallet.addressAt(500);

const instrumentOf = (slug: string) => {
  const instrument = catalogue.instruments.get(slug);
  if (!instrument) throw new Error(`${slug} is not in the catalogue`);
  return instrument;
};
/** The contract of USDT in hex */
export const USDT_CONTRACT = contractOf(instrumentOf(USDT)) ?? '';
/** A recipient that no plain transfer of TRX may pay */
export const TRON_CONTRACT = addressOfHex(USDT_CONTRACT);

/** Returns a payment from the treasury to the stranger. */
export const tronPayment = (idempotencyKey: string, amount: Decimal, instrumentSlug = USDT): SendRequest => ({
  idempotencyKey,
  instrumentSlug,
  fromIndex: TREASURY_INDEX,
  toAddress: TRON_STRANGER,
  memo: null,
  amount,
});

/** Starts two stand-in nodes of one chain, on which the treasury of a wallet and a customer have TRX and USDT. */
export async function startTronStandin({
  solidAfter = SOLID_AFTER,
  wallet = tronWallet,
}: { solidAfter?: number; wallet?: TronWallet } = {}) {
  const ledger: Ledger = {
    accounts: new Map(),
    tokens: new Map(),
    blocked: new Set(),
    energyPercent: 100n,
    isPublicBandwidthUsed: false,
  };
  ledger.accounts.set(USDT_CONTRACT, { balance: 0n, freeUsed: 0n, isContract: true });
  const holders = [
    { owner: hexOf(wallet.addressAt(TREASURY_INDEX)), units: 1_000_000n * TRX },
    { owner: hexOf(customerWallet.addressAt(0)), units: 10_000_000n * TRX },
  ];
  for (const { owner, units } of holders) {
    credit(ledger, owner, units);
    creditToken(ledger, USDT_CONTRACT, owner, units);
  }
  const time = Date.now() - 60_000;
  const chain = createTronChain({ hash: GENESIS[CHAIN], time, ledger }, solidAfter);
  chain.mine(solidAfter + 1);
  const nodes = { first: await startTronNode(chain), second: await startTronNode(chain) };
  let payments = 0;

  /** Signs and broadcasts a payment of the customer. `internal`: what the token's contract does besides. */
  function pay(instrumentSlug: string, toAddress: string, amount: Decimal, internal: readonly InternalCall[] = []): string {
    const reference = chain.head();
    const { txHash, bytes } = customerWallet.sign(0, {
      call: callFor(instrumentOf(instrumentSlug), customerWallet.addressAt(0), toAddress, amount),
      reference: { height: reference.number, hash: reference.hash },
      expiresAt: reference.time + 60_000_000,
      createdAt: (payments += 1),
      feeLimit: 100n * TRX,
    });
    const code = chain.broadcast(bytes, internal);
    if (code !== 'SUCCESS') throw new Error(`the customer's payment is refused: ${code}`);
    return txHash;
  }

  return {
    chain,
    nodes,
    urls: [nodes.first.url, nodes.second.url],
    customer: customerWallet.addressAt(0),
    pay,
    /** Gives TRX to an address, from the next block on. */
    fund: (toAddress: string, amount: Decimal) => credit(chain.head().after, hexOf(toAddress), toBaseUnits(amount, 6)),
    /** Takes all USDT from an address, from the next block on. */
    takeTokens: (address: string) => chain.head().after.tokens.get(USDT_CONTRACT)?.delete(hexOf(address)),
    /** Changes what transactions take, from the next block on. */
    change: (conditions: Partial<Pick<Ledger, 'energyPercent' | 'isPublicBandwidthUsed'>>) =>
      Object.assign(chain.head().after, conditions),
    async close() {
      await Promise.all([nodes.first.close(), nodes.second.close()]);
    },
  };
}
export type TronStandin = Awaited<ReturnType<typeof startTronStandin>>;

/** Opens the gateway of a stand-in. */
export function testTronGateway(
  database: Database,
  urls: readonly string[],
  options: Partial<TronGatewayOptions['configuration'] & Pick<TronGatewayOptions, 'now'>> = {},
): TronGateway {
  const { now, ...configuration } = options;
  return createTronGateway({
    configuration: { networkSlug: TRON, chain: CHAIN, rpcUrls: [...urls], ...configuration },
    catalogue,
    wallet: tronWallet,
    store: createTronStore(database, TRON, TRON_TREASURY),
    ...(now && { now }),
  });
}

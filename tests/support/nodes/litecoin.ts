import { setTimeout as delay } from 'node:timers/promises';
import { startLitecoind } from '../../../scripts/nodes/litecoind.ts';
import { toBaseUnits, type Decimal } from '../../../contract/money.ts';
import { createBitcoinAddresses } from '../../../server/ports/chain/bitcoin/keys/bitcoinAddresses.ts';
import { createBitcoinWallet, type OwnCoin } from '../../../server/ports/chain/bitcoin/keys/bitcoinWallet.ts';
import { COINS } from '../../../server/ports/chain/bitcoin/coinParameters.ts';
import { parseBlock, parseTransaction, type RawTransaction } from '../../../server/ports/chain/bitcoin/rawTransaction.ts';
import { createRpcClient } from '../../../server/ports/chain/bitcoin/rpcClient.ts';

/** Two connected nodes of a private chain, and a customer with coins. */
export type LitecoinNetwork = Awaited<ReturnType<typeof startLitecoinNetwork>>;

const { litecoin } = COINS;
const DECIMALS = 8;
const COINBASE_MATURITY = 100;
/** What one block creates for its miner at the start of the chain */
const CUSTOMER_COINS = 20;
const FEE = 2_000n;
const FEE_OF_OUTPUT = 40n;
const TIMEOUT_MS = 60_000;

export const litecoinAddresses = createBitcoinAddresses(litecoin, 'regtest');
/** Keys of the customer, who is no part of the exchange */
const customer = createBitcoinWallet(new Uint8Array(64).fill(9), litecoin, 'regtest');
export const CUSTOMER = customer.addressAt(0);
/** An address of nobody: that of the key 1 */
export const NOBODY = litecoinAddresses.addressOf('0014751e76e8199196d454941c45d1b3a323f1433bd6') ?? fail();

export async function startLitecoinNetwork() {
  const first = await startLitecoind();
  const second = await startLitecoind({ peer: first }).catch(async (error: unknown) => {
    await first.stop();
    throw error;
  });
  const nodes = [first, second].map((node) => ({ ...node, rpc: createRpcClient(node) }));
  const [miner = fail()] = nodes;
  /** Coins of the customer that no payment of this helper has spent */
  const coins: OwnCoin[] = [];
  /** What each coin of the customer holds, spent ones too */
  const known = new Map<string, bigint>();
  let miners = 0;

  /** Waits until both nodes have the same newest block. */
  async function settle(): Promise<void> {
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await delay(10)) {
      const [tip, other] = await Promise.all(nodes.map(({ rpc }) => rpc.call('getbestblockhash')));
      if (tip === other) return;
    }
    throw new Error('the two nodes do not reach the same block');
  }
  /** Mines on the first node: blocks with its whole mempool, or exactly the transactions named. A rival branch needs another miner. */
  async function mine(blocks: number, transactions?: readonly string[]): Promise<void> {
    miners += 1;
    const address = customer.addressAt(1_000 + (miners % 50));
    for (let block = 0; transactions && block < blocks; block += 1) {
      await miner.rpc.call('generateblock', [address, block === 0 ? transactions : []]);
    }
    if (!transactions) await miner.rpc.call('generatetoaddress', [blocks, address]);
    await settle();
  }
  async function broadcast(bytes: string): Promise<void> {
    for (const { rpc } of nodes) await rpc.call('sendrawtransaction', [bytes]);
  }
  function sign(
    selected: readonly OwnCoin[],
    outputs: readonly { script: string; units: bigint }[],
    fee: bigint,
  ): RawTransaction {
    const held = selected.reduce((total, { units }) => total + units, 0n);
    const paid = outputs.reduce((total, { units }) => total + units, 0n);
    const change = { script: customer.scriptAt(0), units: held - paid - fee };
    return parseTransaction(customer.sign(selected, [...outputs, change]).bytes);
  }
  /** Adds the outputs of a transaction that pay the customer. */
  function keep({ txHash, outputs }: RawTransaction): void {
    for (const [output, { script, units }] of outputs.entries()) {
      if (script !== customer.scriptAt(0)) continue;
      coins.push({ txHash, output, keyIndex: 0, units });
      known.set(`${txHash}:${output}`, units);
    }
  }
  /** Pays several addresses in one transaction of the customer. Returns its hash. */
  async function pay(...payments: readonly { to: string; amount: Decimal }[]): Promise<string> {
    const outputs = payments.map(({ to, amount }) => ({
      script: litecoinAddresses.scriptOf(to) ?? fail(),
      units: toBaseUnits(amount, DECIMALS),
    }));
    const fee = FEE + FEE_OF_OUTPUT * BigInt(outputs.length);
    const wanted = outputs.reduce((total, { units }) => total + units, fee);
    const selected: OwnCoin[] = [];
    for (let held = 0n; held < wanted; held += selected.at(-1)?.units ?? 0n) selected.push(coins.shift() ?? fail());
    const transaction = sign(selected, outputs, fee);
    keep(transaction);
    await broadcast(transaction.bytes);
    return transaction.txHash;
  }
  /**
   * Returns the bytes of a transaction that conflicts with one of the customer and has a higher fee: the same payments, or one to
   * himself. Undefined when the customer did not sign it.
   */
  function rivalOf(bytes: string, fate: 'same' | 'conflicting'): string | undefined {
    const { txHash: replaced, inputs, outputs } = parseTransaction(bytes);
    const selected: OwnCoin[] = [];
    for (const { txHash, output } of inputs) {
      const units = known.get(`${txHash}:${output}`);
      if (units === undefined) return undefined;
      selected.push({ txHash, output, keyIndex: 0, units });
    }
    const payees = fate === 'same' ? outputs.filter(({ script }) => script !== customer.scriptAt(0)) : [];
    const rival = sign(selected, payees, FEE * 5n);
    for (const [place, coin] of [...coins.entries()].toReversed()) if (coin.txHash === replaced) coins.splice(place, 1);
    keep(rival);
    return rival.bytes;
  }
  /** Returns the bytes of the transactions that a node's block includes, without the first one, which pays the miner. */
  async function paymentsIn(height: number): Promise<string[]> {
    const hash = String(await miner.rpc.call('getblockhash', [height]));
    return parseBlock(String(await miner.rpc.call('getblock', [hash, 0])), hash)
      .transactions.filter(({ kind }) => kind === 'ordinary')
      .map(({ bytes }) => bytes);
  }
  /** Removes the newest blocks on both nodes, and mines as many others: the first one includes exactly the transactions named. */
  async function reorganise(blocks: number, transactions: readonly string[]): Promise<void> {
    const height = Number(await miner.rpc.call('getblockcount'));
    const removed = String(await miner.rpc.call('getblockhash', [height - blocks + 1]));
    for (const { rpc } of nodes) await rpc.call('invalidateblock', [removed]);
    await mine(blocks, transactions);
  }

  await mine(1);
  await miner.rpc.call('generatetoaddress', [CUSTOMER_COINS, CUSTOMER]);
  await mine(COINBASE_MATURITY);
  for (let height = 2; height < 2 + CUSTOMER_COINS; height += 1) {
    const hash = String(await miner.rpc.call('getblockhash', [height]));
    for (const transaction of parseBlock(String(await miner.rpc.call('getblock', [hash, 0])), hash).transactions)
      keep(transaction);
  }
  return {
    nodes,
    first: miner,
    mine,
    settle,
    pay,
    broadcast,
    rivalOf,
    paymentsIn,
    reorganise,
    async stop(): Promise<void> {
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

function fail(): never {
  throw new Error('the private chain lacks what the test needs');
}

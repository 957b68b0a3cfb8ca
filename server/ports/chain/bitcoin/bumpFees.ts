import { fromBaseUnits, toBaseUnits } from '../../../../contract/money.ts';
import { RpcError } from '../nodeAnswers.ts';
import { requireComplete, TREASURY_INDEX } from '../treasury.ts';
import type { BitcoinSenderOptions } from './bitcoinSender.ts';
import type { NewPayments, UnsettledTransaction } from './bitcoinStore.ts';
import type { OwnCoin } from './keys/bitcoinWallet.ts';
import { broadcast } from './broadcast.ts';
import type { SerialisationRules } from './coinParameters.ts';
import { dustLimit, transactionSize } from './coinSelection.ts';
import { parseTransaction } from './rawTransaction.ts';
import { chainsOf, listMined, MAX_CHAIN } from './treasuryCoins.ts';

export interface BumpFeesOptions extends Omit<BitcoinSenderOptions, 'addresses' | 'quietRate'> {
  rules: SerialisationRules;
  /** How long a payment waits for a block before its fee is raised */
  patienceMs: number;
  /** Highest price per virtual byte that the host pays */
  highestRate: bigint;
}

/** Since when a chain waits at its present price: further payments join it, so the newest one says nothing. In ms since 1970. */
function waitingSince(chain: readonly UnsettledTransaction[]): number {
  const raised = chain.filter(({ bumps }) => bumps !== null).map(({ created_at }) => created_at);
  return Math.max(Math.min(...chain.map(({ created_at }) => created_at)), ...raised);
}

interface Stuck {
  last: UnsettledTransaction;
  /** With all that is not mined before it */
  chain: UnsettledTransaction[];
  change: OwnCoin;
}

/** A chain whose price is above this share of the network's price is left as it is. */
const CLOSE_ENOUGH = { share: 3n, of: 4n };
/** With each day that payments wait, raising their fee may cost so many times what was paid for them: as much as in D69. */
const PAID_PER_DAY = 2n;
const DAY_MS = 24 * 3_600_000;
/** Price per virtual byte of one transaction, below what nodes and services refuse as a mistake: 0.1 coins per kilobyte */
const HIGHEST_PRICE = 9_000n;

/**
 * Returns a function that raises the fee of payments which no block includes although they wait for long, because the network's price has
 * risen. A new transaction spends the change of the last payment of a chain back to the treasury, and pays so much that the whole chain has
 * the network's price (child pays for parent). Where the change is too little, it spends the treasury's largest mined coin too. The payments
 * keep their hashes. It may run in several processes: only one of them can spend the change. Does nothing for a payment that was adopted
 * without change, for one whose fee would cost too much so far, and while the network asks for more than the limit. Then the payment is
 * broadcast again until the price falls (`monitorSends.ts`).
 */
export function createBumpFees(options: BumpFeesOptions): () => Promise<void> {
  const { store, nodes, reader, wallet, native, treasuryScript, sizes, dustRate, now } = options;
  const sizeOf = (bytes: string): bigint => {
    const { inputs, outputs } = parseTransaction(bytes, options.rules);
    const scripts = outputs.map(({ script }) => script);
    return transactionSize(sizes, inputs.length, scripts);
  };
  const unitsOf = (amount: string): bigint => toBaseUnits(amount, native.decimals);

  /** Returns the last transactions of chains that wait for long, each with its chain and its change. */
  async function listStuck(): Promise<Stuck[]> {
    const unsettled = await store.listUnsettled();
    const { height, head } = await reader.advance();
    // A block that is not read yet may include them.
    if (height < head) return [];
    const mined = await listMined(store, unsettled, height);
    const chains = chainsOf(unsettled.filter(({ tx_hash }) => !mined.has(tx_hash)));
    const spent = new Set(unsettled.flatMap(({ inputs }) => inputs.map(({ tx_hash, output }) => `${tx_hash}:${output}`)));
    return [...chains.values()].flatMap((chain) => {
      const [last] = chain;
      if (!last || last.change_output === null || last.change_amount === null || chain.length >= MAX_CHAIN) return [];
      const { tx_hash: txHash, change_output: output } = last;
      if (now() - waitingSince(chain) < options.patienceMs || spent.has(`${txHash}:${output}`)) return [];
      return [{ last, chain, change: { txHash, output, keyIndex: TREASURY_INDEX, units: unitsOf(last.change_amount) } }];
    });
  }

  /** Returns the largest coin that no payment spends and a block includes: an unmined one would make the chain longer. */
  async function largestMined(): Promise<OwnCoin[]> {
    const { spendable, unmined } = await options.listCoins(await reader.advance());
    return spendable.filter((coin) => !unmined.has(coin)).slice(0, 1);
  }

  const totalFee = (transactions: readonly UnsettledTransaction[]): bigint =>
    transactions.reduce((total, { fee }) => total + unitsOf(fee), 0n);

  /** Returns how much may be spent so far, beside what was, to raise the fee of a chain. */
  function allowance(chain: readonly UnsettledTransaction[]): bigint {
    const payments = chain.filter(({ bumps }) => bumps === null);
    // Where only what raised a fee still waits, that is what was paid.
    const paid = totalFee(payments.length === 0 ? chain : payments);
    const since = Math.min(...chain.map(({ created_at }) => created_at));
    const days = BigInt(Math.floor((now() - since) / DAY_MS) + 1);
    return paid * PAID_PER_DAY * days - (totalFee(chain) - paid);
  }

  /**
   * Returns the transaction that raises the price of a chain to `rate`; null when the price is close, it would cost too much, or `coins` are
   * too little.
   */
  function prepare({ last, chain }: Stuck, rate: bigint, coins: readonly OwnCoin[]): NewPayments | null {
    const paid = totalFee(chain);
    const size = chain.reduce((total, one) => total + sizeOf(one.bytes), 0n);
    if (paid * CLOSE_ENOUGH.of >= size * rate * CLOSE_ENOUGH.share) return null;
    const ownSize = transactionSize(sizes, coins.length, [treasuryScript]);
    const fee = (size + ownSize) * rate - paid;
    const highestPrice = options.highestRate > HIGHEST_PRICE ? options.highestRate : HIGHEST_PRICE;
    if (fee > allowance(chain) || fee > ownSize * highestPrice) return null;
    const rest = coins.reduce((total, { units }) => total + units, 0n) - fee;
    if (rest < dustLimit(treasuryScript, dustRate)) return null;
    const { txHash, bytes } = wallet.sign(coins, [{ script: treasuryScript, units: rest }]);
    const transaction = {
      tx_hash: txHash,
      bytes,
      fee: fromBaseUnits(fee, native.decimals),
      change_output: 0,
      change_amount: fromBaseUnits(rest, native.decimals),
      bumps: last.bumps ?? last.tx_hash,
      created_at: now(),
    };
    return { transaction, sends: [], inputs: [...coins] };
  }

  return async () => {
    const stuck = await listStuck();
    if (stuck.length === 0) return;
    const { rate, isAboveLimit } = await options.feeRate();
    if (isAboveLimit) return;
    // Old books don't know that the change is spent already.
    requireComplete(await options.count());
    for (const one of stuck) {
      const prepared = prepare(one, rate, [one.change]) ?? prepare(one, rate, [one.change, ...(await largestMined())]);
      if (!prepared) continue;
      const spent = one.chain.flatMap(({ inputs }) => inputs.map(({ tx_hash, output }) => ({ txHash: tx_hash, output })));
      // They may have been mined meanwhile.
      if (!(await store.insert(prepared, async (storage) => await store.requireUnspent(storage, spent)))) continue;
      await broadcast(nodes.each, prepared.transaction.bytes).catch((error: unknown) => {
        // The monitoring broadcasts it again.
        if (!(error instanceof RpcError)) throw error;
      });
    }
  };
}

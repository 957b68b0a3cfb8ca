import { createHash, randomBytes } from 'node:crypto';
import { add, compare, isPositive, subtract, sum, toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import type { EmbeddedNetworkRow, EmbeddedTransferTable } from '../../../db/tables/chain.ts';
import { normaliseAddress } from '../../../instruments/addresses/index.ts';
import type { CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  FundsLockedError,
  PayerRefusedError,
  type SendFence,
  type TreasuryCount,
} from '../chainGateway.ts';
import type { EmbeddedBalanceKey, EmbeddedChainQueries, EmbeddedChainTransaction } from './embeddedChainStore.ts';
import { shareFee } from '../shareFee.ts';
import { requireDelivered } from './leastPayment.ts';
import { isPooled, requireComplete } from '../treasury.ts';
import { heightAt, nextBlock } from './networkClock.ts';
import { chargedFee, exactFee } from './networkFee.ts';
import { batchFee, changeOf, poolRulesOf, type PoolRules } from './poolRules.ts';
import { transactionHash } from './transactionHash.ts';

export interface EmbeddedPayee {
  /** null for payments of the sandbox, which may be repeated. */
  idempotencyKey: string | null;
  instrument: CatalogueInstrument;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
}

export interface EmbeddedPayment {
  /** One; or, from the wallet of a pooled network, several */
  payees: readonly EmbeddedPayee[];
  fromAddress: string;
  /** Whether the books must know everything that the payer has sent (D73) */
  isTreasury: boolean;
  /** The sandbox's payer has unlimited funds. */
  isInexhaustible: boolean;
  /** Of a payment with one payee, in the native instrument */
  estimatedFee: Decimal;
  /** As in `SendRequest.fee` */
  exactFee?: Decimal | undefined;
  fence?: SendFence | undefined;
}

interface Place {
  network: Network;
  native: CatalogueInstrument;
  clock: EmbeddedNetworkRow;
  now(): number;
}

/** Name of the lock that every change of the network's balances holds. */
export const lockOf = (network: Network): string => `embedded ${network.slug}`;

/**
 * Writes a transaction of an embedded network: balances, fee and a transfer for each payee. The caller's transaction holds `lockOf` the
 * network. Payees whose key was used are left out. Returns the transfers of all keys. Throws ChainRefusedError as a node would (overdraft,
 * an amount finer than the base unit, a key of another payment), and ChainUnavailableError when a balance changed at the same moment.
 */
export async function pay(
  chains: EmbeddedChainTransaction,
  place: Place,
  requested: EmbeddedPayment,
): Promise<EmbeddedTransferTable[]> {
  const { network, clock, native } = place;
  // Different spellings of an address are one account.
  const fromAddress = normaliseAddress(network, requested.fromAddress);
  // Read the clock under the lock: readers hold it too, and expect later transfers in later blocks.
  const now = place.now();
  const earlier: EmbeddedTransferTable[] = [];
  const payees: EmbeddedPayee[] = [];
  for (const payee of requested.payees) {
    const wanted = { ...payee, toAddress: normaliseAddress(network, payee.toAddress) };
    const sent = payee.idempotencyKey === null ? undefined : await chains.findTransferByKey(network.slug, payee.idempotencyKey);
    if (sent) earlier.push(assertSamePayment(sent, wanted, fromAddress));
    else payees.push(wanted);
  }
  const [first] = payees;
  if (!first) return earlier;
  const payment = { ...requested, fromAddress, payees };
  const nonce = await nextNonce(chains, network, payment);
  await payment.fence?.(chains.transaction);
  for (const payee of payees) {
    assertPayable(payee);
    await requireDelivered(place, payee, (address) => chains.isHolder(network.slug, address));
  }
  const digest = createHash('sha256')
    .update(`${network.slug}/${first.idempotencyKey ?? randomBytes(16).toString('hex')}/${now}`)
    .digest();
  const { fee, change } = payment.isInexhaustible
    ? { fee: payment.estimatedFee, change: '0' }
    : await charge(chains, place, payment, digest);
  const fees = shareFee(fee, payees.length, native.decimals);
  const tx_hash = transactionHash(network, new Uint8Array(digest), now);
  const sent: EmbeddedTransferTable[] = [];
  for (const [output, { idempotencyKey, instrument, toAddress, memo, amount: paid }] of payees.entries()) {
    const holder = (await chains.findWallet(network.slug, toAddress)) ?? toAddress;
    await move(chains, { network: network.slug, address: holder, instrument: instrument.slug }, paid, add);
    sent.push({
      network: network.slug,
      tx_hash,
      output,
      instrument: instrument.slug,
      from_address: fromAddress,
      to_address: toAddress,
      holder,
      memo,
      amount: paid,
      fee: fees[output] ?? '0',
      change: output === 0 ? change : '0',
      block_height: nextBlock(clock, now),
      created_at: now,
      idempotency_key: idempotencyKey,
      nonce,
    });
  }
  for (const transfer of sent) await chains.insertTransfer(transfer);
  for (const { idempotency_key, output } of sent) {
    if (idempotency_key === null || nonce === null) continue;
    await chains.writeSend({ network: network.slug, idempotency_key, from_address: fromAddress, nonce, output });
  }
  return [...earlier, ...sent];
}

/** Returns the nonce of a payment of ours; null for a payment of the sandbox. Throws BooksBehindError. */
async function nextNonce(
  chains: EmbeddedChainQueries,
  { slug }: Network,
  { payees, fromAddress, isTreasury }: EmbeddedPayment,
): Promise<number | null> {
  if (payees.every(({ idempotencyKey }) => idempotencyKey === null)) return null;
  const count = await countSent(chains, slug, fromAddress, isTreasury);
  return isTreasury ? requireComplete(count) : Math.max(count.mined, count.known);
}

/** Counts what an address of ours has sent. What is in the mempool counts as mined: only a reorg takes it back. */
export async function countSent(
  chains: EmbeddedChainQueries,
  network: string,
  address: string,
  isTreasury: boolean,
): Promise<TreasuryCount> {
  const { network: mined, books, acknowledged } = await chains.countSent({ network, address });
  const first = isTreasury ? (acknowledged ?? (await chains.acknowledged({ network, address, mined }))) : 0;
  return { mined, pending: mined, known: Math.max(first, books) };
}

/** Deducts amounts and fee from what the payer can spend. Returns the fee, and the change that stays locked. */
async function charge(
  chains: EmbeddedChainQueries,
  place: Place,
  payment: EmbeddedPayment,
  digest: Uint8Array,
): Promise<{ fee: Decimal; change: Decimal }> {
  const { native, clock } = place;
  const { payees, fromAddress } = payment;
  const network = place.network.slug;
  const pool = isPooled(place.network) ? poolRulesOf(place.network) : null;
  const [instrument, ...others] = new Set(payees.map((payee) => payee.instrument));
  if (!instrument || others.length > 0) throw new ChainRefusedError('a transaction pays one coin');
  if (payees.length > (pool?.mostPayees ?? 1)) throw new ChainRefusedError('a transaction has fewer payees');
  const paid = sum(payees.map((payee) => payee.amount));
  const height = heightAt(clock, place.now());
  const holds = async (slug: string) =>
    await confirmedBalance(chains, { network, address: fromAddress, instrument: slug }, height);
  const held = await holds(instrument.slug);
  const spendable = pool ? await unlocked(chains, place, { address: fromAddress, held, height }, pool) : held;
  // Waiting helps only if the wallet has enough.
  const refused = (message: string, needed: Decimal): Error =>
    compare(held, needed) < 0 || pool === null ? new PayerRefusedError(message) : new FundsLockedError();
  if (compare(spendable, paid) < 0) throw refused(`insufficient funds: ${spendable} ${instrument.slug}`, paid);
  const isNative = instrument.slug === native.slug;
  const forFee = isNative ? subtract(spendable, paid) : await holds(native.slug);
  const estimated = pool ? batchFee(pool, payment.estimatedFee, payees.length, native.decimals) : payment.estimatedFee;
  const fee =
    payment.exactFee === undefined
      ? chargedFee(estimated, forFee, digest, native.decimals)
      : exactFee(payment.exactFee, estimated, forFee);
  if (fee === undefined) {
    throw refused(`insufficient funds for the fee: ${forFee} ${native.slug}`, isNative ? add(paid, estimated) : paid);
  }
  await move(chains, { network, address: fromAddress, instrument: instrument.slug }, paid, subtract);
  await move(chains, { network, address: fromAddress, instrument: native.slug }, fee, subtract);
  const isLocked = pool !== null && pool.changeLock > 0;
  return { fee, change: isLocked ? changeOf({ held, spendable }, add(paid, fee), instrument.decimals) : '0' };
}

/** Returns the part of what a pooled wallet holds that it may spend: deposits with all their confirmations, and change that is unlocked. */
async function unlocked(
  chains: EmbeddedChainQueries,
  { network, native }: Place,
  { address, held, height }: { address: string; held: Decimal; height: number },
  { changeLock }: PoolRules,
): Promise<Decimal> {
  const finalHeight = height - Math.max(1, network.minConfirmations) + 1;
  const deep = await confirmedBalance(chains, { network: network.slug, address, instrument: native.slug }, finalHeight);
  const least = compare(deep, held) < 0 ? deep : held;
  if (changeLock === 0) return least;
  const free = subtract(least, await chains.sumChangeOf(network.slug, address, native.slug, height - changeLock + 1));
  return isPositive(free) ? free : '0';
}

/** Returns what an address holds in blocks up to `height`, without the mempool. */
export async function confirmedBalance(chains: EmbeddedChainQueries, key: EmbeddedBalanceKey, height: number): Promise<Decimal> {
  const confirmed = await chains.findConfirmedBalance(key, height);
  return isPositive(confirmed) ? confirmed : '0';
}

async function move(
  chains: EmbeddedChainQueries,
  key: EmbeddedBalanceKey,
  by: Decimal,
  operation: (before: Decimal, by: Decimal) => Decimal,
): Promise<void> {
  const before = await chains.findBalance(key.network, key.address, key.instrument);
  const replaced = await chains.replaceBalance(key, before, operation(before ?? '0', by));
  if (!replaced) throw new ChainUnavailableError('another payment changed the balance; try again');
}

function assertPayable({ instrument, amount: wanted }: EmbeddedPayee): void {
  if (!isPositive(wanted)) throw new ChainRefusedError('the amount must be more than zero');
  try {
    toBaseUnits(wanted, instrument.decimals);
  } catch {
    throw new ChainRefusedError(`${wanted} ${instrument.slug} is finer than the base unit`);
  }
}

function assertSamePayment(earlier: EmbeddedTransferTable, payee: EmbeddedPayee, fromAddress: string): EmbeddedTransferTable {
  const isSame =
    earlier.instrument === payee.instrument.slug &&
    earlier.from_address === fromAddress &&
    earlier.to_address === payee.toAddress &&
    earlier.memo === payee.memo &&
    compare(earlier.amount, payee.amount) === 0;
  if (!isSame) throw new ChainRefusedError('the idempotency key belongs to another payment');
  return earlier;
}

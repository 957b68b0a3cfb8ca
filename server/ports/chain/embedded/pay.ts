import { createHash, randomBytes } from 'node:crypto';
import { add, amount, compare, isPositive, subtract, toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import type { EmbeddedNetworkRow, EmbeddedTransferTable } from '../../../db/tables/chain.ts';
import { normaliseAddress } from '../../../instruments/addresses/index.ts';
import type { CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import {
  ChainRefusedError,
  ChainUnavailableError,
  PayerRefusedError,
  type SendFence,
  type TreasuryCount,
} from '../chainGateway.ts';
import type { EmbeddedBalanceKey, EmbeddedChainQueries, EmbeddedChainTransaction } from './embeddedChainStore.ts';
import { requireComplete } from '../treasury.ts';
import { heightAt, nextBlock } from './networkClock.ts';
import { chargedFee, exactFee } from './networkFee.ts';
import { transactionHash } from './transactionHash.ts';

export interface EmbeddedPayment {
  /** null for payments of the sandbox, which may be repeated. */
  idempotencyKey: string | null;
  instrument: CatalogueInstrument;
  fromAddress: string;
  /** Whether the books must know everything that the payer has sent (D73) */
  isTreasury: boolean;
  /** The sandbox's payer has unlimited funds. */
  isInexhaustible: boolean;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
  /** In the native instrument. */
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
 * Writes one transfer of an embedded network: balances, fee and the transfer itself. The caller's transaction holds `lockOf` the
 * network. A used key returns its first transfer. Throws ChainRefusedError as a node would (overdraft, an amount finer than
 * the base unit, a key of another payment), and ChainUnavailableError when a balance changed at the same moment.
 */
export async function pay(
  chains: EmbeddedChainTransaction,
  place: Place,
  requested: EmbeddedPayment,
): Promise<EmbeddedTransferTable> {
  const { network, clock } = place;
  // Different spellings of an address are one account.
  const payment = {
    ...requested,
    fromAddress: normaliseAddress(network, requested.fromAddress),
    toAddress: normaliseAddress(network, requested.toAddress),
  };
  const { idempotencyKey, instrument, fromAddress, toAddress, memo } = payment;
  // Read the clock under the lock: readers hold it too, and expect later transfers in later blocks.
  const now = place.now();
  if (idempotencyKey !== null) {
    const earlier = await chains.findTransferByKey(network.slug, idempotencyKey);
    if (earlier) return assertSamePayment(earlier, payment);
  }
  const nonce = await nextNonce(chains, network, payment);
  await payment.fence?.(chains.transaction);
  assertPayable(payment);
  const digest = createHash('sha256')
    .update(`${network.slug}/${idempotencyKey ?? randomBytes(16).toString('hex')}/${now}`)
    .digest();
  const fee = payment.isInexhaustible ? payment.estimatedFee : await charge(chains, place, payment, digest);
  await move(chains, { network: network.slug, address: toAddress, instrument: instrument.slug }, payment.amount, add);

  const transfer: EmbeddedTransferTable = {
    network: network.slug,
    tx_hash: transactionHash(network, new Uint8Array(digest), now),
    instrument: instrument.slug,
    from_address: fromAddress,
    to_address: toAddress,
    memo,
    amount: payment.amount,
    fee,
    block_height: nextBlock(clock, now),
    created_at: now,
    idempotency_key: idempotencyKey,
    nonce,
  };
  await chains.insertTransfer(transfer);
  if (idempotencyKey !== null && nonce !== null) {
    await chains.writeSend({ network: network.slug, idempotency_key: idempotencyKey, from_address: fromAddress, nonce });
  }
  return transfer;
}

/** Returns the nonce of a payment of ours; null for a payment of the sandbox. Throws BooksBehindError. */
async function nextNonce(
  chains: EmbeddedChainQueries,
  { slug }: Network,
  { idempotencyKey, fromAddress, isTreasury }: EmbeddedPayment,
): Promise<number | null> {
  if (idempotencyKey === null) return null;
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
  const next = await chains.nextNonces(network, address);
  const acknowledged = isTreasury ? await chains.acknowledged({ network, address, mined: next.network }) : 0;
  return { mined: next.network, pending: next.network, known: Math.max(acknowledged, next.books) };
}

/** Deducts amount and fee from the payer's confirmed balance. Returns the fee. */
async function charge(
  chains: EmbeddedChainQueries,
  place: Place,
  payment: EmbeddedPayment,
  digest: Uint8Array,
): Promise<Decimal> {
  const { native } = place;
  const { instrument, fromAddress } = payment;
  const network = place.network.slug;
  const height = heightAt(place.clock, place.now());
  const spendable = await confirmedBalance(chains, network, fromAddress, instrument.slug, height);
  if (compare(spendable, payment.amount) < 0) throw new PayerRefusedError(`insufficient funds: ${spendable} ${instrument.slug}`);
  const forFee =
    instrument.slug === native.slug
      ? subtract(spendable, payment.amount)
      : await confirmedBalance(chains, network, fromAddress, native.slug, height);
  const fee =
    payment.exactFee === undefined
      ? chargedFee(payment.estimatedFee, forFee, digest, native.decimals)
      : exactFee(payment.exactFee, payment.estimatedFee, forFee);
  if (fee === undefined) throw new PayerRefusedError(`insufficient funds for the fee: ${forFee} ${native.slug}`);
  await move(chains, { network, address: fromAddress, instrument: instrument.slug }, payment.amount, subtract);
  await move(chains, { network, address: fromAddress, instrument: native.slug }, fee, subtract);
  return fee;
}

/** Returns what an address holds in blocks up to `height`, without the mempool. */
export async function confirmedBalance(
  chains: EmbeddedChainQueries,
  network: string,
  address: string,
  instrument: string,
  height: number,
): Promise<Decimal> {
  const balance = await chains.findBalance(network, address, instrument);
  if (balance === undefined) return '0';
  const confirmed = subtract(balance, await chains.sumUnconfirmedTo(network, address, instrument, height));
  return amount(confirmed).gte(amount('0')) ? confirmed : '0';
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

function assertPayable({ instrument, amount: wanted }: EmbeddedPayment): void {
  if (!isPositive(wanted)) throw new ChainRefusedError('the amount must be more than zero');
  try {
    toBaseUnits(wanted, instrument.decimals);
  } catch {
    throw new ChainRefusedError(`${wanted} ${instrument.slug} is finer than the base unit`);
  }
}

function assertSamePayment(earlier: EmbeddedTransferTable, payment: EmbeddedPayment): EmbeddedTransferTable {
  const isSame =
    earlier.instrument === payment.instrument.slug &&
    earlier.from_address === payment.fromAddress &&
    earlier.to_address === payment.toAddress &&
    earlier.memo === payment.memo &&
    compare(earlier.amount, payment.amount) === 0;
  if (!isSame) throw new ChainRefusedError('the idempotency key belongs to another payment');
  return earlier;
}

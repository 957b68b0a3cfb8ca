import { createHash, randomBytes } from 'node:crypto';
import { add, amount, compare, isPositive, subtract, toBaseUnits, type Decimal } from '../../../../contract/money.ts';
import type { Executor } from '../../../db/database.ts';
import { lockInTransaction } from '../../../db/lockInTransaction.ts';
import {
  findEmbeddedBalance,
  findEmbeddedTransferByKey,
  insertEmbeddedTransfer,
  replaceEmbeddedBalance,
  sumUnconfirmedTo,
  type EmbeddedNetworkRow,
  type EmbeddedTransferRow,
} from '../../../db/repositories/embeddedChains.ts';
import { normaliseAddress } from '../../../instruments/addresses/index.ts';
import type { CatalogueInstrument, Network } from '../../../instruments/catalogue.ts';
import { ChainRefusedError, ChainUnavailableError, type SendFence } from '../chainGateway.ts';
import { heightAt, nextBlock } from './networkClock.ts';
import { chargedFee } from './networkFee.ts';
import { transactionHash } from './transactionHash.ts';

export interface EmbeddedPayment {
  /** null for payments of the sandbox, which may repeat */
  idempotencyKey: string | null;
  instrument: CatalogueInstrument;
  fromAddress: string;
  /** The sandbox's payer never runs dry. */
  isInexhaustible: boolean;
  toAddress: string;
  memo: string | null;
  amount: Decimal;
  /** in the native instrument */
  estimatedFee: Decimal;
  fence?: SendFence | undefined;
}

interface Place {
  network: Network;
  native: CatalogueInstrument;
  clock: EmbeddedNetworkRow;
  now(): number;
}

/**
 * Puts one transfer on an embedded network, inside the caller's transaction: balances, fee and the transfer itself.
 * A key that was used gives the first transfer again. Throws ChainRefusedError as a node would (overdraft, an amount
 * finer than the base unit, a key used for another payment), ChainUnavailableError when the balance moved meanwhile.
 */
export async function pay(executor: Executor, place: Place, requested: EmbeddedPayment): Promise<EmbeddedTransferRow> {
  const { network, clock } = place;
  // Whatever way an address was written, it is one account.
  const payment = {
    ...requested,
    fromAddress: normaliseAddress(network, requested.fromAddress),
    toAddress: normaliseAddress(network, requested.toAddress),
  };
  const { idempotencyKey, instrument, fromAddress, toAddress, memo } = payment;
  // One after the other, as a network has it: balances, and what was paid under a key, then stand still.
  await lockInTransaction(executor, `embedded ${network.slug}`);
  // Not before: whoever reads the network has the lock too, and takes what is not there by then for a later block's.
  const now = place.now();
  if (idempotencyKey !== null) {
    const earlier = await findEmbeddedTransferByKey(executor, network.slug, idempotencyKey);
    if (earlier) return assertSamePayment(earlier, payment);
  }
  await payment.fence?.(executor);
  assertPayable(payment);
  const digest = createHash('sha256')
    .update(`${network.slug}/${idempotencyKey ?? randomBytes(16).toString('hex')}/${now}`)
    .digest();
  const fee = payment.isInexhaustible ? payment.estimatedFee : await charge(executor, place, payment, digest);
  await move(executor, { network: network.slug, address: toAddress, instrument: instrument.slug }, payment.amount, add);

  const transfer: EmbeddedTransferRow = {
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
  };
  await insertEmbeddedTransfer(executor, transfer);
  return transfer;
}

/** Takes amount and fee off the payer, and answers the fee; both must be there in blocks, not only in the mempool. */
async function charge(executor: Executor, place: Place, payment: EmbeddedPayment, digest: Uint8Array): Promise<Decimal> {
  const { native } = place;
  const { instrument, fromAddress } = payment;
  const network = place.network.slug;
  const height = heightAt(place.clock, place.now());
  const spendable = await confirmedBalance(executor, network, fromAddress, instrument.slug, height);
  if (compare(spendable, payment.amount) < 0) throw new ChainRefusedError(`insufficient funds: ${spendable} ${instrument.slug}`);
  const forFee =
    instrument.slug === native.slug
      ? subtract(spendable, payment.amount)
      : await confirmedBalance(executor, network, fromAddress, native.slug, height);
  const fee = chargedFee(payment.estimatedFee, forFee, digest, native.decimals);
  if (fee === undefined) throw new ChainRefusedError(`insufficient funds for the fee: ${forFee} ${native.slug}`);
  await move(executor, { network, address: fromAddress, instrument: instrument.slug }, payment.amount, subtract);
  await move(executor, { network, address: fromAddress, instrument: native.slug }, fee, subtract);
  return fee;
}

/** What an address holds in blocks up to `height`: what is still on its way to it can't be spent. */
export async function confirmedBalance(
  executor: Executor,
  network: string,
  address: string,
  instrument: string,
  height: number,
): Promise<Decimal> {
  const balance = await findEmbeddedBalance(executor, network, address, instrument);
  if (balance === undefined) return '0';
  const confirmed = subtract(balance, await sumUnconfirmedTo(executor, network, address, instrument, height));
  return amount(confirmed).gte(amount('0')) ? confirmed : '0';
}

async function move(
  executor: Executor,
  key: { network: string; address: string; instrument: string },
  by: Decimal,
  operation: (before: Decimal, by: Decimal) => Decimal,
): Promise<void> {
  const before = await findEmbeddedBalance(executor, key.network, key.address, key.instrument);
  const replaced = await replaceEmbeddedBalance(executor, key, before, operation(before ?? '0', by));
  if (!replaced) throw new ChainUnavailableError('the balance moved meanwhile');
}

function assertPayable({ instrument, amount: wanted }: EmbeddedPayment): void {
  if (!isPositive(wanted)) throw new ChainRefusedError('the amount must be more than nought');
  try {
    toBaseUnits(wanted, instrument.decimals);
  } catch {
    throw new ChainRefusedError(`${wanted} ${instrument.slug} is finer than the base unit`);
  }
}

function assertSamePayment(earlier: EmbeddedTransferRow, payment: EmbeddedPayment): EmbeddedTransferRow {
  const isSame =
    earlier.instrument === payment.instrument.slug &&
    earlier.from_address === payment.fromAddress &&
    earlier.to_address === payment.toAddress &&
    earlier.memo === payment.memo &&
    compare(earlier.amount, payment.amount) === 0;
  if (!isSame) throw new ChainRefusedError('the idempotency key belongs to another payment');
  return earlier;
}

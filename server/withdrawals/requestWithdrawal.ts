import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import { ApiError, tooManyRequests } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { amount, compare, isPositive, round, toDecimal, type Decimal } from '../../contract/money.ts';
import type { SecondFactorChallengeOutput } from '../../contract/schemas/secondFactor.ts';
import type { WithdrawalTarget, WithdrawInput, WithdrawOutput } from '../../contract/schemas/withdrawals.ts';
import { TEST_WITHDRAWAL_ADDRESS } from '../../contract/accounts/withdrawal.ts';
import type { Customer } from '../accounts/authentication.ts';
import { emailMissing, emailNotConfirmed } from '../accounts/emailKey.ts';
import type { Executor } from '../db/database.ts';
import type { ProvenAction } from '../mail/accountMailValues.ts';
import { findCustomerBalance } from '../db/repositories/accounts/customerBalances.ts';
import { findFrozenUntil, findWithdrawalsFrom, lockUser } from '../db/repositories/accounts/users.ts';
import { lockInTransaction } from '../db/lockInTransaction.ts';
import {
  findWithdrawalByKey,
  insertWithdrawal,
  listSentWithdrawals,
  listTimesOfStopped,
} from '../db/repositories/accounts/withdrawals.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import { enteredAddress } from '../instruments/enteredAddress.ts';
import { checkAddress, checkBlacklist, checkNotBlocked, checkNotOwn, fieldError } from '../payments/recipients/checks.ts';
import { randomId, sha256 } from '../common/hashing.ts';
import { checkNoAlarm } from '../payments/alarms.ts';
import { enqueue } from '../payments/outbox/enqueue.ts';
import {
  ACCOUNT_FROZEN,
  arrivingAmount,
  bookWithdrawal,
  payableAddress,
  STOPPED_BY_CUSTOMER,
  withdrawalSendId,
} from './withdrawalBooks.ts';
import { mailRequested } from './withdrawalMails.ts';
import { presentWithdrawal } from './presentWithdrawal.ts';
import { needsReview } from './review.ts';
import { chargedFee, currentFee, smallestAmount } from './withdrawalFee.ts';
import { listWaitReasons } from './waitReasons.ts';
import { WITHDRAWAL_INSTRUMENT, withdrawalSide, type WithdrawalContext } from './withdrawalContext.ts';

/** Who asks, and on which site. */
export interface WithdrawalSite {
  customer: Customer;
  /** The site that links in e-mails open */
  origin: string;
  /** Client IP address */
  address: string;
}
export interface WithdrawalClient extends WithdrawalSite {
  idempotencyKey: string | null;
}

/** Hold reason: an operator checks a withdrawal, because much leaves within a day (D60, D69). */
export const LARGE_WITHDRAWAL = 'LARGE_WITHDRAWAL';
const KEY_LENGTH = { min: 8, max: 200 };
/** Why a request is refused. */
const FIRST_EMAIL_IS_NEW = 'FIRST_EMAIL_IS_NEW';
/** After so many withdrawals that were requested within an hour and stopped, no other is taken: each sends two mails. */
const MOST_STOPPED = 10;
const STOPPED_WINDOW_MS = 3_600_000;

/**
 * Starts the proof of a withdrawal (D69), which permits this amount to this address only. Throws what {@link requestWithdrawal} would
 * throw for them, ERR_TOO_MANY_REQUESTS if the customer was mailed too many codes.
 */
export async function startProof(
  context: WithdrawalContext,
  target: WithdrawalTarget,
  site: WithdrawalSite,
): Promise<SecondFactorChallengeOutput> {
  const wish = withEntered(context, target);
  await checkWish(context, wish, site);
  checkAmount(context, wish, currentFee(context));
  return await context.proofs.startStepUp(site.customer, site, actionOf(wish));
}

/**
 * Takes an amount from the customer's balance and queues its payment, in one transaction. Returns the withdrawal and what is left; the
 * existing withdrawal for a known idempotency key. It needs a proof that {@link startProof} started for it. Throws
 * ERR_SECOND_FACTOR_REQUIRED without a proof, ERR_NOT_FOUND for a proof of another withdrawal or one that is over,
 * ERR_BALANCE_NOT_FOUND, ERR_VALIDATION with `details.field` and `details.code`, ERR_WITHDRAWAL_TOO_SMALL with the number in its message,
 * ERR_BALANCE_TOO_LOW, ERR_RATE_CHANGED with `details.networkFee`, ERR_IDEMPOTENCY_MISMATCH, ERR_FORBIDDEN, ERR_NOT_ACCEPTABLE, ERR_TOO_MANY_REQUESTS, ERR_SERVICE_UNAVAILABLE.
 */
export async function requestWithdrawal(
  context: WithdrawalContext,
  input: WithdrawInput,
  client: WithdrawalClient,
): Promise<WithdrawOutput> {
  const { database } = context;
  const { userId } = client.customer;
  const wish = withEntered(context, input);
  const { address } = wish;
  const key = hashOfKey(client.idempotencyKey);
  const findKnown = async () => (key === null ? undefined : await findWithdrawalByKey(database, userId, key));
  const known = await findKnown();
  if (known) return await presentStored(context, sameRequest(known, address, input.amount));
  try {
    return await presentStored(context, await createWithdrawal(context, { ...input, ...wish }, client, key));
  } catch (error) {
    // The same request at the same time may have used the proof.
    const made = await findKnown();
    if (!made) throw error;
    return await presentStored(context, sameRequest(made, address, input.amount));
  }
}

async function createWithdrawal(
  context: WithdrawalContext,
  input: WithdrawInput,
  client: WithdrawalClient,
  key: string | null,
): Promise<WithdrawalRow> {
  const { database, now } = context;
  const { userId } = client.customer;
  const { proof, address } = input;
  if (!proof) throw new ApiError('ERR_SECOND_FACTOR_REQUIRED', 'Confirm this withdrawal first. Nothing was taken.');
  await checkWish(context, input, client);
  const networkFee = chargedFee(context, userId, input);
  checkAmount(context, input, networkFee);
  const { customer } = client;
  const useProof = await context.proofs.checkActionProof({ input: proof, action: actionOf(input), customer, client });
  const waitReasons = await listWaitReasons(context, client.customer, address);
  const waitUntil = waitReasons.length > 0 && context.rules.waitMs > 0 ? now() + context.rules.waitMs : null;
  const token = waitUntil === null ? null : randomId();
  const withdrawal = signWithdrawal(context, {
    id: randomId(),
    user_id: userId,
    instrument: WITHDRAWAL_INSTRUMENT,
    amount: input.amount,
    network_fee: networkFee,
    to_address: address,
    wait_until: waitUntil,
    wait_reasons: JSON.stringify(waitUntil === null ? [] : waitReasons),
    stop_token_hash: token === null ? null : sha256(token),
    idempotency_key: key,
    origin: client.origin,
    delayed_at: null,
    asked_at: null,
    created_at: now(),
  });
  await database.transaction().execute(async (transaction) => {
    await useProof(transaction);
    await storeWithdrawal(context, transaction, withdrawal, { token, isReviewed: false });
  });
  return withdrawal;
}

function withEntered<Target extends WithdrawalTarget>(context: WithdrawalContext, target: Target): Target {
  return { ...target, address: enteredAddress(withdrawalSide(context).network, target.address) };
}

/** What the proof of a withdrawal permits. The fee is not part of it: it changes, and reaches no address of anybody. */
function actionOf({ amount: asked, currencyTitle, networkTitle, address }: WithdrawalTarget): ProvenAction {
  return { withdrawal: { amount: toDecimal(amount(asked)), currencyTitle, networkTitle, address } };
}

/** Throws if this customer can't withdraw this to this address, whatever the fee is. */
async function checkWish(context: WithdrawalContext, wish: WithdrawalTarget, site: WithdrawalSite): Promise<void> {
  await checkCustomer(context, site.customer);
  await checkRequest(context, wish, site);
}

function checkAmount(context: WithdrawalContext, wish: WithdrawalTarget, networkFee: Decimal): void {
  if (compare(wish.amount, smallestAmount(context, networkFee)) < 0) throw tooSmall(context, networkFee);
}

function tooSmall(context: WithdrawalContext, networkFee: Decimal): ApiError {
  const minimum = smallestAmount(context, networkFee);
  return new ApiError('ERR_WITHDRAWAL_TOO_SMALL', `The smallest withdrawal is ${minimum} USDT.`, { minimum });
}

/**
 * Throws ERR_NOT_ACCEPTABLE for a frozen account, without a confirmed e-mail, because the mail about a withdrawal is how its customer
 * stops it, and until it opens after the first confirmed e-mail (D80), and ERR_TOO_MANY_REQUESTS after many stopped withdrawals (D69). Stopping one is never limited: it protects a balance from a thief.
 */
async function checkCustomer({ database, now }: WithdrawalContext, customer: Customer): Promise<void> {
  const { userId, isEmailConfirmed } = customer;
  if (customer.email === null) throw emailMissing();
  if (!isEmailConfirmed) throw emailNotConfirmed('A withdrawal');
  await checkUnfrozen(database, userId, now());
  const opensAt = await findWithdrawalsFrom(database, userId, now());
  if (opensAt !== null) {
    const message = 'Withdrawals open some days after the first e-mail was confirmed. Nothing was taken.';
    throw new ApiError('ERR_NOT_ACCEPTABLE', message, { reason: FIRST_EMAIL_IS_NEW, until: isoTime(opensAt) });
  }
  const stopped = await listTimesOfStopped(database, userId, { reason: STOPPED_BY_CUSTOMER, since: now() - STOPPED_WINDOW_MS });
  const oldest = stopped.at(-MOST_STOPPED);
  if (oldest === undefined) return;
  const message = `You stopped ${MOST_STOPPED} withdrawals within an hour. Nothing was taken. Request another one later.`;
  throw tooManyRequests(message, Math.ceil((oldest + STOPPED_WINDOW_MS - now()) / 1_000));
}

/** Throws ERR_NOT_ACCEPTABLE while a link of a mail has frozen the account (D70). */
async function checkUnfrozen(executor: Executor, userId: number, now: number): Promise<void> {
  const until = await findFrozenUntil(executor, userId, now);
  if (until === null) return;
  const message = 'This account is frozen, because somebody opened the link of a mail about a change. Nothing was taken.';
  throw new ApiError('ERR_NOT_ACCEPTABLE', message, { reason: ACCOUNT_FROZEN, until: isoTime(until) });
}

async function checkRequest(
  context: WithdrawalContext,
  { currencyTitle, networkTitle, address, amount: asked }: WithdrawalTarget,
  { customer, address: clientAddress }: WithdrawalSite,
): Promise<void> {
  const side = withdrawalSide(context);
  checkNoAlarm(context, ['EARNINGS', side.network.slug]);
  const isEarned = context.catalogue.find(currencyTitle, networkTitle)?.slug === WITHDRAWAL_INSTRUMENT;
  const balance = isEarned ? await findCustomerBalance(context.database, customer.userId, WITHDRAWAL_INSTRUMENT) : undefined;
  if (balance === undefined) {
    const message = `You have no balance in ${currencyTitle} (${networkTitle}). Nothing was taken.`;
    throw new ApiError('ERR_BALANCE_NOT_FOUND', message);
  }
  const { precisionDecimals } = side.instrument;
  if (!isPositive(asked) || !round(amount(asked), precisionDecimals, 'down').eq(amount(asked))) {
    throw fieldError('amount', 'error_amount', `The amount must be positive, with at most ${precisionDecimals} decimals.`);
  }
  if (compare(asked, balance.amount) > 0) throw balanceTooLow(balance.amount);
  if (context.isSandbox && address === TEST_WITHDRAWAL_ADDRESS) return;
  checkAddress(context, 'address', address, side);
  await checkNotOwn(context, 'address', address, side.network);
  await checkNotBlocked(context, 'address', address, side);
  await checkBlacklist(context, { addresses: [address], email: customer.email, clientAddress });
}

/**
 * Stores, books and queues a withdrawal. Throws ERR_IDEMPOTENCY_MISMATCH if the customer has one with the same idempotency key,
 * ERR_BALANCE_TOO_LOW, ERR_NOT_ACCEPTABLE for a frozen account. `token` is that of the link that stops it. `isReviewed`: an operator has released it before.
 */
export async function storeWithdrawal(
  context: WithdrawalContext,
  transaction: Executor,
  withdrawal: WithdrawalRow,
  { token, isReviewed }: { token: string | null; isReviewed: boolean },
): Promise<void> {
  // The lock lets a freeze at the same time either prevent this withdrawal or find it.
  await lockUser(transaction, withdrawal.user_id);
  await checkUnfrozen(transaction, withdrawal.user_id, withdrawal.created_at);
  // Withdrawals at the same time count toward each other's review.
  await lockInTransaction(transaction, 'withdrawals');
  if (!(await insertWithdrawal(transaction, withdrawal))) throw keyInUse();
  const balance = await bookWithdrawal(transaction, withdrawal, withdrawal.created_at);
  if (balance === null) {
    const left = await findCustomerBalance(transaction, withdrawal.user_id, withdrawal.instrument);
    throw balanceTooLow(left?.amount ?? '0');
  }
  const isLarge = !isReviewed && (await needsReview(context, transaction, withdrawal));
  const { instrument, network } = withdrawalSide(context);
  const state = await enqueue(context, transaction, {
    id: withdrawalSendId(withdrawal.id),
    kind: 'WITHDRAWAL',
    source: { withdrawal_id: withdrawal.id },
    network: network.slug,
    instrument: instrument.slug,
    toAddress: payableAddress(withdrawal.to_address),
    memo: null,
    amount: arrivingAmount(withdrawal),
    ...(withdrawal.wait_until !== null && { notBefore: withdrawal.wait_until }),
    ...(isLarge && { holdReason: LARGE_WITHDRAWAL }),
  });
  await mailRequested(transaction, withdrawal, { token, isHeld: state === 'HELD', sealing: context.sealing });
}

function balanceTooLow(balance: Decimal): ApiError {
  return new ApiError('ERR_BALANCE_TOO_LOW', `Your balance is ${balance} USDT. Nothing was taken.`, { balance });
}

type Unsigned = Omit<WithdrawalRow, 'document' | 'signature' | 'key_id'>;

/** Signs what the customer asked for, so that the sender recognises a change in the database. */
export function signWithdrawal(context: WithdrawalContext, row: Unsigned): WithdrawalRow {
  const { document, signature, keyId } = context.signer.signWithdrawal({
    kind: 'withdrawal',
    withdrawalId: row.id,
    userId: String(row.user_id),
    instrument: row.instrument,
    amount: toDecimal(amount(row.amount)),
    networkFee: toDecimal(amount(row.network_fee)),
    address: row.to_address,
    at: isoTime(row.created_at),
  });
  return { ...row, document: canonicalJson(document), signature, key_id: keyId };
}

/** Returns a stored withdrawal, and what is left in the balance. */
export async function presentStored(context: WithdrawalContext, { id, user_id: userId }: WithdrawalRow): Promise<WithdrawOutput> {
  const { database, now } = context;
  const [sent] = await listSentWithdrawals(database, [id]);
  if (!sent) throw new Error(`The withdrawal ${id} has no outbox row`);
  const balance = await findCustomerBalance(database, userId, WITHDRAWAL_INSTRUMENT);
  return { withdrawal: presentWithdrawal(context, sent, now()), balance: balance?.amount ?? '0' };
}

function hashOfKey(key: string | null): string | null {
  if (key === null) return null;
  if (key.length >= KEY_LENGTH.min && key.length <= KEY_LENGTH.max) return sha256(key);
  throw new ApiError('ERR_VALIDATION', `Idempotency-Key must have ${KEY_LENGTH.min} to ${KEY_LENGTH.max} characters.`);
}

/** Returns the withdrawal of a known key. Throws ERR_IDEMPOTENCY_MISMATCH if it was made for another address or amount. */
function sameRequest(known: WithdrawalRow, address: string, asked: Decimal): WithdrawalRow {
  if (known.to_address === address && compare(known.amount, asked) === 0) return known;
  throw keyInUse();
}

const keyInUse = (): ApiError =>
  new ApiError('ERR_IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another withdrawal.');

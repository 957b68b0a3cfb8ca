import { amount, compare, subtract, sum, toDecimal } from '../../contract/money.ts';
import { readAccrualRecord } from '../affiliates/signedAccruals.ts';
import { findFrozenUntil } from '../db/repositories/accounts/users.ts';
import { listTakenAmounts, listWithdrawals } from '../db/repositories/accounts/withdrawals.ts';
import { listAccrualsOf } from '../db/repositories/earnings/accruals.ts';
import { ledgerBalance } from '../db/repositories/ledger.ts';
import { sumOpenReturns } from '../db/repositories/outbox.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { WithdrawalRow } from '../db/tables/withdrawals.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import { readSigned } from '../guarantee/verifyStored.ts';
import { sameAddress } from '../instruments/addresses/index.ts';
import { networkOf } from '../instruments/lookup.ts';
import type { PaymentContext } from '../payments/paymentContext.ts';
import { checkFee } from '../payments/outbox/feeWait.ts';
import type { BackingCheck, PaymentOwner } from '../payments/owners.ts';
import { endRefused, onWithdrawalConfirmed, returnFailed } from './endWithdrawal.ts';
import { followDelay, reportStop } from './followDelay.ts';
import { ACCOUNT_FROZEN, arrivingAmount, payableAddress, withdrawalSendId } from './withdrawalBooks.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';

/** A withdrawal waits while its network fee is more than this many times the one that was charged (D69). */
const WAITS_ABOVE = amount('2');

/** Returns the withdrawals as an owner of payments. A withdrawal that fails returns to the customer's balance. */
export function createWithdrawalPayments(context: PaymentContext & { readonly signer: DocumentSigner }): PaymentOwner {
  const { now } = context;
  return {
    kinds: { WITHDRAWAL: { capPrice: 'LAST', afterFailure: 'CANCELLED' } },
    verifySigned: async (_gateway, sends) => await findUnsignedWithdrawals(context, sends),
    listBackingChecks: async (sends) => await listChecks(context, sends),
    reservedIn: async (executor, instrument) => await sumOpenReturns(executor, 'WITHDRAWAL', instrument),
    // The balances of customers: a liability, so the sum in the ledger is negative.
    undecidedIn: async (executor, instrument) => subtract('0', await ledgerBalance(executor, 'EARNINGS', instrument)),
    onConfirmed: async (transaction, send) => await onWithdrawalConfirmed(transaction, send, now()),
    onFailed: async (transaction, send) => await returnFailed(transaction, send, now()),
    onStopped: async (transaction, sends) => await reportStop(transaction, sends, now()),
    onRefused: async (gateway, send) => {
      await endRefused(context, gateway, send);
      await followDelay(context, gateway, send);
    },
  };
}

/**
 * Returns, by id, the checks of withdrawals. One waits while its network fee is far above the one that was charged (D69). One whose
 * customer froze the account while the network did not answer never leaves (D70).
 */
async function listChecks(context: PaymentContext, sends: readonly OutboxRow[]): Promise<ReadonlyMap<string, BackingCheck>> {
  const { database, now } = context;
  const ids = sends.flatMap((send) => send.withdrawal_id ?? []);
  const withdrawals = new Map((await listWithdrawals(database, ids)).map((row) => [row.id, row]));
  const frozen = new Set<number>();
  for (const userId of new Set([...withdrawals.values()].map(({ user_id }) => user_id))) {
    if ((await findFrozenUntil(database, userId, now())) !== null) frozen.add(userId);
  }
  return new Map(
    sends.flatMap((send) => {
      const withdrawal = withdrawals.get(send.withdrawal_id ?? '');
      if (!withdrawal) return [];
      const limit = toDecimal(amount(withdrawal.network_fee).times(WAITS_ABOVE));
      return [[send.id, frozen.has(withdrawal.user_id) ? FROZEN : checkFee(context, send, limit)] as const];
    }),
  );
}

const FROZEN: BackingCheck = { size: 0, run: async () => await Promise.resolve({ refused: ACCOUNT_FROZEN }) };

/** Returns, by id, the sends of withdrawals that differ from what the customer asked for, with the difference. */
export async function findUnsignedWithdrawals(
  context: Pick<WithdrawalContext, 'database' | 'catalogue' | 'signer'>,
  sends: readonly OutboxRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = sends.flatMap((send) => send.withdrawal_id ?? []);
  const withdrawals = new Map((await listWithdrawals(context.database, ids)).map((row) => [row.id, row]));
  const found = new Map<string, string>();
  const uncovered = new Map<string, Promise<string | null>>();
  /** Once for all withdrawals of a customer: a partner has many earnings and withdrawals. */
  const findUncoveredOnce = async (withdrawal: WithdrawalRow): Promise<string | null> => {
    const key = `${withdrawal.user_id} ${withdrawal.instrument}`;
    const known = uncovered.get(key) ?? findUncovered(context, withdrawal);
    uncovered.set(key, known);
    return await known;
  };
  for (const send of sends) {
    const withdrawal = withdrawals.get(send.withdrawal_id ?? '');
    const change = withdrawal
      ? ((await findChange(context, withdrawal, send)) ?? (await findUncoveredOnce(withdrawal)))
      : 'its withdrawal does not exist';
    if (change !== null) found.set(send.id, change);
  }
  return found;
}

/** Earnings whose signatures are verified at the same time. The rest is not verified once they cover the withdrawals. */
const VERIFIED_AT_ONCE = 200;

/** Returns by how much the customer's withdrawals exceed the earnings that the host signed (D68); null: they don't. */
async function findUncovered(
  { database, signer }: Pick<WithdrawalContext, 'database' | 'signer'>,
  { user_id: userId, instrument }: WithdrawalRow,
): Promise<string | null> {
  const taken = sum(await listTakenAmounts(database, userId));
  const accruals = (await listAccrualsOf(database, userId)).filter((row) => row.instrument === instrument);
  let earned = '0';
  for (let start = 0; start < accruals.length && compare(earned, taken) < 0; start += VERIFIED_AT_ONCE) {
    const page = accruals.slice(start, start + VERIFIED_AT_ONCE);
    const records = await Promise.all(page.map((row) => readAccrualRecord(signer.publicKeys, row)));
    earned = sum([earned, ...records.map((record) => (typeof record === 'string' ? '0' : record.amount))]);
  }
  return compare(earned, taken) >= 0 ? null : `the customer withdraws ${taken}, and the host signed earnings of ${earned}`;
}

async function findChange(
  context: Pick<WithdrawalContext, 'catalogue' | 'signer'>,
  withdrawal: WithdrawalRow,
  send: OutboxRow,
): Promise<string | null> {
  const signed = await readSigned(context.signer.publicKeys, withdrawal);
  const asked = {
    kind: 'withdrawal',
    withdrawalId: withdrawal.id,
    userId: String(withdrawal.user_id),
    instrument: withdrawal.instrument,
    amount: toDecimal(amount(withdrawal.amount)),
    networkFee: toDecimal(amount(withdrawal.network_fee)),
    address: withdrawal.to_address,
  };
  const changed = Object.entries(asked).find(([field, value]) => signed?.[field] !== value);
  if (signed === null || changed) return `the host did not sign its ${changed?.[0] ?? 'terms'}`;
  if (send.id !== withdrawalSendId(withdrawal.id)) return 'it is a second payment of the withdrawal';
  if (send.from_index !== null) return `it is paid from address ${send.from_index}`;
  if (send.instrument !== withdrawal.instrument) return `it pays ${send.instrument}`;
  if (compare(send.amount, arrivingAmount(withdrawal)) !== 0) return `it pays ${send.amount}`;
  const network = networkOf(context, withdrawal.instrument);
  const isSame = sameAddress(network, payableAddress(withdrawal.to_address), network, send.to_address);
  return isSame && send.memo === null ? null : `it goes to ${send.to_address}`;
}

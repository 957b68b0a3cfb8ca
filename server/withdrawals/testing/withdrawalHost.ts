import type { Decimal } from '../../../contract/money.ts';
import type { WithdrawInput, WithdrawOutput } from '../../../contract/schemas/withdrawals.ts';
import { insertOrder } from '../../../tests/support/insertOrder.ts';
import { sampleUser } from '../../../tests/support/samples/sampleUser.ts';
import { TEST_SEALING } from '../../../tests/support/testSealing.ts';
import type { Customer } from '../../accounts/authentication.ts';
import type { Database } from '../../db/database.ts';
import { accrualJournalId, accrualLines } from '../../affiliates/earningBooks.ts';
import { signAccrual } from '../../affiliates/signedAccruals.ts';
import { insertAccrual } from '../../db/repositories/earnings/accruals.ts';
import { changeCustomerBalance } from '../../db/repositories/accounts/customerBalances.ts';
import { randomId } from '../../common/hashing.ts';
import { post } from '../../payments/ledger.ts';
import type { OrderContext } from '../../orders/core/context.ts';
import { ADDRESSES, type OrderHost } from '../../orders/testing/orderHost.ts';
import { WITHDRAWAL_INSTRUMENT, type WithdrawalContext } from '../withdrawalContext.ts';
import { createWithdrawalService } from '../withdrawalService.ts';

/** Inserts a customer whose credentials are two days old. Returns the session of a customer with a second factor. */
export async function addCustomer(database: Database, now: number): Promise<Customer> {
  const email = `${randomId()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}@karlsen.example`;
  const old = now - 2 * 24 * 3_600_000;
  const { count } = await database
    .selectFrom('users')
    .select((select) => select.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const id = Number(count) + 1;
  await database
    .insertInto('users')
    .values(sampleUser({ id, email, password_hash: 'none', email_confirmed_at: old, has_second_factor: 1 }, old))
    .execute();
  return { userId: id, sessionId: randomId(), email, isEmailConfirmed: true, hasSecondFactor: true, secondFactorAt: now };
}

/** Longer ago than reconciliation compares with the fees of the day */
const EARNED_AGO_MS = 10 * 24 * 3_600_000;

/**
 * Credits a customer as an accrual does, and confirms the e-mail, which a withdrawal requires. The order that earned it has little but an id, which begins with "earned-", and has ended.
 */
export async function credit(
  { database, now, signer }: Pick<OrderContext, 'database' | 'now' | 'signer'>,
  userId: number,
  amount: Decimal,
): Promise<void> {
  await database
    .updateTable('users')
    .set({ email_confirmed_at: now() })
    .where('id', '=', userId)
    .where('email_confirmed_at', 'is', null)
    .execute();
  const [instrument, order_id] = [WITHDRAWAL_INSTRUMENT, `earned-${randomId()}`];
  await insertOrder(database, order_id);
  await database
    .updateTable('orders')
    .set({ status: 'REFUNDED', instrument_from: 'btc', instrument_to: instrument })
    .where('id', '=', order_id)
    .execute();
  const earned = { id: randomId(), order_id, kind: 'REFERRER', user_id: userId, code: 'friends', instrument, amount } as const;
  const terms = { source: null, platformFee: amount, price: '1', platformFeePercent: '0.5', fixedPremiumPercent: '0.5' };
  const row = signAccrual(signer, { ...earned, fee: amount, percent: '100', created_at: now() }, terms);
  await database.transaction().execute(async (transaction) => {
    await insertAccrual(transaction, row);
    await changeCustomerBalance(transaction, userId, instrument, amount);
    // Without the order: reconciliation would read it after each change. Days ago: no fee of those days allows it.
    const source = { accrual_id: row.id };
    const journal = { id: accrualJournalId(row), kind: 'ACCRUAL', source, at: now() - EARNED_AGO_MS } as const;
    await post(transaction, { ...journal, lines: accrualLines(row) });
  });
}

const ANY_PROOF = { challengeId: 'c'.repeat(43) };
const noProofs = async (): Promise<never> => await Promise.reject(new Error('This host starts no proofs'));

/** The service of an order host, and a shorter way to ask for a withdrawal. */
export function withdrawalsOf(host: Pick<OrderHost, 'context'>, changes: Partial<WithdrawalContext> = {}) {
  const context: WithdrawalContext = {
    ...host.context,
    rules: { minimum: '20', reviewAbove: '1000', waitMs: 3_600_000 },
    sealing: TEST_SEALING,
    isSandbox: false,
    // What a proof permits is tested on a whole host.
    proofs: { startStepUp: noProofs, checkActionProof: async () => async () => undefined },
    ...changes,
  };
  const service = createWithdrawalService(context);
  const withdraw = async (
    customer: Customer,
    wanted: Partial<WithdrawInput> = {},
    idempotencyKey: string | null = null,
  ): Promise<WithdrawOutput> => {
    const input = {
      currencyTitle: 'USDT',
      networkTitle: 'TRC20',
      address: ADDRESSES.tron,
      amount: '50',
      proof: ANY_PROOF,
      ...wanted,
    };
    return await service.request(input, { customer, idempotencyKey, origin: 'https://swap.example', address: '203.0.113.7' });
  };
  return { context, service, withdraw };
}

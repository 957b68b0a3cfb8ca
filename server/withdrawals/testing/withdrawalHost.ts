import type { Decimal } from '../../../contract/money.ts';
import type { WithdrawInput, WithdrawOutput } from '../../../contract/schemas/withdrawals.ts';
import { sampleUser } from '../../../tests/support/samples/sampleUser.ts';
import type { Customer } from '../../accounts/authentication.ts';
import type { Database } from '../../db/database.ts';
import { changeCustomerBalance } from '../../db/repositories/accounts/customerBalances.ts';
import { randomId } from '../../common/hashing.ts';
import { negate, post } from '../../payments/ledger.ts';
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

/** Credits a customer as an accrual does. */
export async function credit(
  { database, now }: Pick<OrderContext, 'database' | 'now'>,
  userId: number,
  amount: Decimal,
): Promise<void> {
  const instrument = WITHDRAWAL_INSTRUMENT;
  await database.transaction().execute(async (transaction) => {
    await changeCustomerBalance(transaction, userId, instrument, amount);
    const lines = [
      { account: 'AFFILIATE_COSTS', instrument, amount },
      { account: 'EARNINGS', instrument, amount: negate(amount), userId },
    ] as const;
    await post(transaction, { id: `accrual:REFERRER:${randomId()}`, kind: 'ACCRUAL', at: now(), lines });
  });
}

/** The service of an order host, and a shorter way to ask for a withdrawal. */
export function withdrawalsOf(host: Pick<OrderHost, 'context'>, changes: Partial<WithdrawalContext> = {}) {
  const context: WithdrawalContext = {
    ...host.context,
    rules: { minimum: '20', reviewAbove: '1000', waitMs: 3_600_000 },
    isSandbox: false,
    ...changes,
  };
  const service = createWithdrawalService(context);
  const withdraw = async (
    customer: Customer,
    wanted: Partial<WithdrawInput> = {},
    idempotencyKey: string | null = null,
  ): Promise<WithdrawOutput> => {
    const input = { currencyTitle: 'USDT', networkTitle: 'TRC20', address: ADDRESSES.tron, amount: '50', ...wanted };
    return await service.request(input, { customer, idempotencyKey, origin: 'https://swap.example', address: '203.0.113.7' });
  };
  return { context, service, withdraw };
}

import type { KnownAddress } from '../../contract/schemas/withdrawals.ts';
import type { WithdrawalWaitReason } from '../../contract/accounts/withdrawal.ts';
import type { Customer } from '../accounts/authentication.ts';
import { findCredentialsChangedAt, listWithdrawalsOf } from '../db/repositories/accounts/withdrawals.ts';
import { presentWithdrawal } from './presentWithdrawal.ts';
import type { WithdrawalContext } from './withdrawalContext.ts';

/** A withdrawal waits for so long after a change of e-mail, password or second factor (D60), in ms. */
export const AFTER_CHANGE_MS = 24 * 3_600_000;
/** The addresses of so many withdrawals are known. */
const REMEMBERED = 200;

/** Returns why a withdrawal to the address waits before it is sent (D60). */
export async function listWaitReasons(
  context: WithdrawalContext,
  customer: Pick<Customer, 'userId' | 'hasSecondFactor'>,
  address: string,
): Promise<WithdrawalWaitReason[]> {
  const known = await listKnownAddresses(context, customer.userId);
  const isKnown = known.some((one) => one.address === address && one.timesSent > 0);
  return [...(isKnown ? [] : (['NEW_ADDRESS'] as const)), ...(await listGeneralReasons(context, customer))];
}

/** Returns why any withdrawal of the customer waits. */
export async function listGeneralReasons(
  context: WithdrawalContext,
  { userId, hasSecondFactor }: Pick<Customer, 'userId' | 'hasSecondFactor'>,
): Promise<WithdrawalWaitReason[]> {
  const changedAt = await findCredentialsChangedAt(context.database, userId);
  return [
    ...(hasSecondFactor ? [] : (['NO_SECOND_FACTOR'] as const)),
    ...(changedAt !== null && changedAt > context.now() - AFTER_CHANGE_MS ? (['CREDENTIALS_CHANGED'] as const) : []),
  ];
}

/** Returns the addresses of the customer's latest withdrawals, last used first. Stopped withdrawals do not count. */
export async function listKnownAddresses(context: WithdrawalContext, userId: number): Promise<KnownAddress[]> {
  const latest = await listWithdrawalsOf(context.database, userId, REMEMBERED);
  const shown = latest
    .map((sent) => presentWithdrawal(context, sent, context.now()))
    .filter(({ state }) => state !== 'CANCELLED');
  return [...Map.groupBy(shown, ({ address }) => address)].flatMap(([address, [last, ...earlier]]) =>
    last
      ? [
          {
            address,
            timesSent: [last, ...earlier].filter(({ state }) => state === 'SENT').length,
            lastUsedAt: last.createdAt,
            lastState: last.state,
          },
        ]
      : [],
  );
}

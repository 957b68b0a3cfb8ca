import { generateSync } from 'otplib';
import { SESSION_KIND_HEADER } from '../../../contract/api/users.ts';
import type { CallInput, CallName, CallOutput } from '../../../contract/api/index.ts';
import type { WithdrawalTarget, WithdrawOutput } from '../../../contract/api/withdrawals.ts';
import { compare, type Decimal } from '../../../contract/money.ts';
import { proveCustomer } from '../../../server/accounts/testing/customers.ts';
import { callApi, Refusal, type CallOptions } from './callApi.ts';
import { addressOn, live, persist, type Plan, type World } from './customer.ts';

/** A signed-in customer. */
export interface SignedIn {
  userId: number;
  /** Calls as this customer until a host answers. Refreshes the session when the access token has expired. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>, options?: CallOptions): Promise<CallOutput<Name>>;
  /** Replaces the tokens of the session. Throws Refusal if the session has ended. */
  refresh(): Promise<void>;
  accessToken(): string;
}

/** A signed-in customer with a balance. */
export interface Earner extends SignedIn {
  /** Its referral code */
  referrerId: string;
  /** Withdraws with a proof of its own (D69). At most ten at the same time: each uses another recovery code. */
  withdraw(target: WithdrawalTarget, options: CallOptions): Promise<WithdrawOutput>;
}

/** The environment of a host whose minimum withdrawal is so small that a few orders earn enough. */
export const LOW_MINIMUM = { MINIMUM_WITHDRAWAL_USDT: '1' };
const DAY_MS = 86_400_000;
/** Far from the numbers of a drill's own swaps. */
const FIRST_ORDER = 10_000;
/** One order earns its referrer about 0.2 % of its value. */
const EARNING: Pick<Plan, 'from' | 'to' | 'amount' | 'rateMode' | 'share' | 'whenAsked'> = {
  from: 'btc',
  to: 'eth',
  amount: '0.5',
  rateMode: 'FLOATING',
  share: '1',
  whenAsked: 'ACCEPT',
};

/** Registers the customer `email` and lets guests exchange with its referral code until the balance is at least `wanted` USDT. */
export async function openEarner(world: World, { email, wanted }: { email: string; wanted: Decimal }): Promise<Earner> {
  const earner = await signUp(world, email);
  // A withdrawal requires a confirmed e-mail, and the drill has no mailbox.
  await world.exchange.database.updateTable('users').set({ email_confirmed_at: 1 }).where('id', '=', earner.userId).execute();
  const { referrerId } = await earner.call('affiliates.referrerId', {});
  for (let number = FIRST_ORDER; compare((await earner.call('withdrawals.wallet', {})).balance, wanted) < 0; number += 1) {
    const plan: Plan = {
      ...EARNING,
      number,
      referrerId,
      destinationAddress: addressOn(EARNING.to, number, 'destination'),
      refundAddress: addressOn(EARNING.from, number, 'refund'),
    };
    await live(world, plan);
  }
  return { ...earner, referrerId, withdraw: await createWithdraw(world, earner) };
}

/** Returns a function that withdraws with a recovery code. The drill lets each code work again. */
async function createWithdraw({ exchange: { database } }: World, { userId, call }: SignedIn): Promise<Earner['withdraw']> {
  const { secret } = await call('users.startTotp', {});
  const { recoveryCodes } = await call('users.enableTotp', { code: generateSync({ secret }) });
  let number = 0;
  return async (target, options) => {
    const { challengeId } = await call('withdrawals.startProof', target, options);
    const recoveryCode = recoveryCodes[number % recoveryCodes.length] ?? '';
    number += 1;
    await database.updateTable('recovery_codes').set({ used_at: null }).where('user_id', '=', userId).execute();
    return await call('withdrawals.create', { ...target, proof: { challengeId, recoveryCode } }, options);
  };
}

/** Registers the customer `email`, whom the customer with the code `referrerAffiliateId` brought. */
export async function signUp(world: World, email: string, referrerAffiliateId?: string): Promise<SignedIn> {
  const headers = { [SESSION_KIND_HEADER]: 'header' };
  const credentials = { email, password: 'harbour lantern 27' };
  const wanted = { ...credentials, ...(referrerAffiliateId !== undefined && { referrerAffiliateId }) };
  const { userId } = await persist(world, (url) => callApi(url, 'users.create', wanted));
  const signedIn = await persist(world, (url) => callApi(url, 'users.authenticate', credentials, { headers }));
  // Fresh for the set-up of the second factor.
  await proveCustomer(world.exchange.database, userId, Date.now() + DAY_MS);
  if (!signedIn.tokens) throw new Error('The host returned no tokens');
  let tokens = signedIn.tokens;
  const call: SignedIn['call'] = async (name, input, options = {}) =>
    await persist(world, (url) => {
      const authorization = `Bearer ${tokens.accessToken}`;
      return callApi(url, name, input, { ...options, headers: { ...options.headers, authorization } });
    });
  let refreshing: Promise<void> | null = null;
  const rotate = async (): Promise<void> => {
    const { refreshToken } = tokens;
    const answer = await persist(world, (url) => callApi(url, 'users.refresh', { refreshToken }, { headers }));
    tokens = answer.tokens ?? tokens;
  };
  // One at a time, as the site does.
  const refresh = async (): Promise<void> => {
    refreshing ??= rotate().finally(() => (refreshing = null));
    await refreshing;
  };
  return {
    userId,
    refresh,
    accessToken: () => tokens.accessToken,
    call: async (name, input, options) => {
      for (;;) {
        try {
          return await call(name, input, options);
        } catch (error) {
          const isExpired = error instanceof Refusal && error.code === 'ERR_IM_A_TEAPOT';
          if (!isExpired || Date.now() > world.deadline) throw error;
          // The drill itself replaces the tokens at every kill, also between a refresh and the repeated call.
          await refresh();
        }
      }
    },
  };
}

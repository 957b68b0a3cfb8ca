import { clientGroup } from '../../../contract/clientGroup.ts';
import { tooManyRequests } from '../../../contract/errors.ts';
import type { Executor } from '../../db/database.ts';
import { listAllSessions } from '../../db/repositories/accounts/sessions.ts';
import { deleteAllTries, limitsOfClient, useAllowance, type Allowance } from '../../db/repositories/allowances.ts';
import type { SecondFactorContext } from './context.ts';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 24 * 3_600_000;
/** Wrong codes of one session, or of one client that signs in. A code has six digits, and three are valid at a time. */
const PER_QUARTER = 10;
const PER_DAY = 30;
/** Wrong codes of all clients without a session from an unknown network: together they guess a code with 0.03 % a day. */
const OF_STRANGERS_PER_DAY = 100;

export interface CodeTry {
  userId: number;
  /** Of a signed-in customer; null: of a sign-in */
  sessionId: string | null;
  /** Client IP address */
  address: string;
}

/**
 * Counts a try of a code of the authenticator app. Returns what to give back if the code was right. Who only knows the password
 * can't use up the tries of the owner's sessions and networks (D70). Throws ERR_TOO_MANY_REQUESTS.
 */
export async function countCodeTry(
  { database, now }: Pick<SecondFactorContext, 'database' | 'now'>,
  tried: CodeTry,
): Promise<readonly Allowance[]> {
  const limits = await limitsOf(database, tried);
  for (const limit of limits) {
    if (await useAllowance(database, limit, now())) continue;
    const seconds = Math.ceil((limit.windowMs - (now() % limit.windowMs)) / 1_000);
    throw tooManyRequests('Too many wrong codes. Try again later.', seconds);
  }
  return limits;
}

/**
 * The customer has restored the password: forgets the wrong codes. Only once a day, because somebody who reads the mailbox could
 * otherwise guess without a limit.
 */
export async function forgetCodeTries(executor: Executor, userId: number, now: number): Promise<void> {
  if (!(await useAllowance(executor, { name: `factor-forgotten:${userId}`, windowMs: DAY_MS, most: 1 }, now))) return;
  await deleteAllTries(executor, nameOf(userId));
}

async function limitsOf(executor: Executor, { userId, sessionId, address }: CodeTry): Promise<readonly Allowance[]> {
  const name = nameOf(userId);
  const own = sessionId ?? address;
  const limits = [
    ...limitsOfClient({ name: `${name}:quarter`, windowMs: QUARTER_MS, most: PER_QUARTER }, own),
    ...limitsOfClient({ name: `${name}:day`, windowMs: DAY_MS, most: PER_DAY }, own),
  ];
  if (sessionId !== null || (await isKnown(executor, userId, address))) return limits;
  return [...limits, { name: `${name}:strangers`, windowMs: DAY_MS, most: OF_STRANGERS_PER_DAY }];
}

/** Returns whether a session of this network has proved a second factor. */
async function isKnown(executor: Executor, userId: number, address: string): Promise<boolean> {
  const sessions = await listAllSessions(executor, userId);
  return sessions.some(
    ({ client_address: known, second_factor_at }) =>
      known !== null && second_factor_at !== null && clientGroup(known) === clientGroup(address),
  );
}

const nameOf = (userId: number): string => `factor:${userId}`;

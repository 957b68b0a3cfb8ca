import { tooManyRequests } from '../../contract/errors.ts';
import type { Executor } from '../db/database.ts';
import {
  countTry,
  deleteAllTries,
  deleteTries,
  limitsOfClient,
  returnTry,
  type TryLimit,
} from '../db/repositories/allowances.ts';
import { sha256 } from '../common/hashing.ts';
import type { AccountContext } from './context.ts';
import { isKnownNetwork } from './knownNetwork.ts';

const PAUSE_MS = 15 * 60_000;
/** Wrong passwords in a row: of one client for one account, of one client for all accounts, and for one account from new networks */
const PER_ACCOUNT_AND_CLIENT = 5;
const PER_CLIENT = 30;
const PER_ACCOUNT = 30;

interface Tried {
  /** In lower case; it may have no account */
  emailKey: string;
  /** null without an account */
  userId: number | null;
  /** Client IP address */
  address: string;
}

/**
 * Counts a password try before the password is checked, so that tries at the same time are all counted. The owner can still sign in
 * from a network with an earlier session while strangers try passwords. Throws ERR_TOO_MANY_REQUESTS, the same for an e-mail
 * without an account (D20).
 */
export async function countPasswordTry({ database, now }: Pick<AccountContext, 'database' | 'now'>, tried: Tried): Promise<void> {
  const waitMs = await database.transaction().execute(async (transaction) => {
    const { client, pair, account } = limitsOf(tried);
    for (const limit of [...client, ...pair]) {
      const wait = await countTry(transaction, limit, now());
      if (wait > 0) return wait;
    }
    const wait = await countTry(transaction, account, now());
    return wait > 0 && (await isKnownNetwork(transaction, tried.userId, tried.address)) ? 0 : wait;
  });
  if (waitMs === 0) return;
  throw tooManyRequests('Too many wrong passwords. Wait 15 minutes, or restore your password.', Math.ceil(waitMs / 1_000));
}

/** The password was right: forgets the wrong tries of this client for this account, and does not count this one. */
export async function forgivePasswordTries(executor: Executor, tried: Tried): Promise<void> {
  const { client, pair, account } = limitsOf(tried);
  for (const { name } of [...client, account]) await returnTry(executor, name);
  for (const { name } of pair) await deleteTries(executor, name);
}

/** The owner has restored the password: ends the pauses that strangers caused (D70). */
export async function endPasswordPauses(executor: Executor, email: string): Promise<void> {
  await deleteAllTries(executor, nameOf(email));
}

const nameOf = (email: string): string => `password:${sha256(email)}`;

function limitsOf({ emailKey, address }: Tried): { client: TryLimit[]; pair: TryLimit[]; account: TryLimit } {
  const name = nameOf(emailKey);
  return {
    client: limitsOfClient({ name: 'password', most: PER_CLIENT, windowMs: PAUSE_MS }, address),
    pair: limitsOfClient({ name, most: PER_ACCOUNT_AND_CLIENT, windowMs: PAUSE_MS }, address),
    account: { name, most: PER_ACCOUNT, windowMs: PAUSE_MS },
  };
}

import { ApiError } from '../../contract/errors.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { Security, Sessions } from '../../contract/schemas/users.ts';
import { findMessengerAccountOf } from '../db/repositories/accounts/messengerAccounts.ts';
import { endSession, endSessionsOf, listSessionIds, listSessions } from '../db/repositories/accounts/sessions.ts';
import { findUser, lockUser } from '../db/repositories/accounts/users.ts';
import type { Customer } from './authentication.ts';
import type { AccountContext } from './context.ts';
import { describeDevice } from './device.ts';
import { sessionEnded } from './sessions.ts';
import { publicSessionId } from './sessionTokens.ts';

/** What a customer can see and end on the page "Sign-in and security". */
export interface AccountSecurity {
  describe(customer: Customer): Promise<Security>;
  /** Returns the sessions that have not ended, the last used first. */
  sessions(customer: Customer): Promise<Sessions>;
  /** Ends the session with the id of the list. Throws ERR_NOT_FOUND for every other id. */
  revoke(customer: Customer, sessionId: string): Promise<void>;
  /** Ends every session of the customer except the current one. */
  revokeOthers(customer: Customer): Promise<void>;
}

const NO_SECOND_FACTOR = { totpSince: null, recoveryCodesLeft: 0, passkeys: [] };

export function createAccountSecurity({
  database,
  secondFactor,
  now,
}: Pick<AccountContext, 'database' | 'secondFactor' | 'now'>): AccountSecurity {
  return {
    describe: async ({ userId }) => {
      const user = await findUser(database, userId);
      if (!user || user.closed_at !== null) throw sessionEnded();
      const messenger = await findMessengerAccountOf(database, userId);
      return {
        email: user.email,
        isEmailConfirmed: user.email_confirmed_at !== null,
        pendingEmail: user.pending_email,
        ...(messenger && { messengerSince: isoTime(messenger.linked_at) }),
        passwordChangedAt: user.password_hash === null ? null : isoTime(user.password_changed_at),
        ...((await secondFactor?.describe(userId)) ?? NO_SECOND_FACTOR),
      };
    },

    sessions: async ({ userId, sessionId }) => ({
      sessions: (await listSessions(database, userId, now())).map((session) => ({
        sessionId: publicSessionId(session.id),
        isCurrent: session.id === sessionId,
        ...describeDevice(session),
        createdAt: isoTime(session.created_at),
        lastUsedAt: isoTime(session.last_used_at),
        isNewDevice: session.is_new_device === 1,
      })),
    }),

    revoke: async ({ userId }, sessionId) => {
      const id = (await listSessionIds(database, userId)).find((one) => publicSessionId(one) === sessionId);
      if (id === undefined) throw new ApiError('ERR_NOT_FOUND', 'You have no such session.');
      await endSession(database, id, 'REVOKED', now());
    },

    revokeOthers: async ({ userId, sessionId }) => {
      await database.transaction().execute(async (transaction) => {
        if (!(await lockUser(transaction, userId))) return;
        await endSessionsOf(transaction, { userId, exceptId: sessionId }, 'REVOKED', now());
      });
    },
  };
}

import Type from 'typebox';
import { clientGroup } from '../../../contract/clientGroup.ts';
import { closed } from '../../../contract/schemas/common.ts';
import { sha256 } from '../../common/hashing.ts';
import { deleteSignInCodes } from '../../db/repositories/accounts/accountCodes.ts';
import { endSessionsOf, listSessions } from '../../db/repositories/accounts/sessions.ts';
import { findUser } from '../../db/repositories/accounts/users.ts';
import { insertBlacklistEntry } from '../../db/repositories/keys.ts';
import { normalForms } from '../../instruments/addresses/index.ts';
import { defineAct, refuse, type Act } from './act.ts';
import { planSwitches, type Place } from './switches.ts';

export const BLACKLIST_KINDS = ['ADDRESS', 'EMAIL', 'CLIENT'] as const;

/** Adds an entry to the blacklist (D51): an address in all its equivalent spellings, a client with its whole address range. */
const blacklist = defineAct({
  scope: 'customers',
  input: Type.Object(
    {
      kind: Type.Enum(BLACKLIST_KINDS),
      value: Type.String({ minLength: 1, maxLength: 300 }),
      reason: Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()]),
    },
    closed,
  ),
  plan: async ({ catalogue, now }, { kind, value, reason }) => {
    const forms = { ADDRESS: () => normalForms(value, catalogue), CLIENT: () => [clientGroup(value)], EMAIL: () => [] }[kind]();
    const values = [...new Set([value, ...forms])];
    return await Promise.resolve({
      subject: `${kind} ${value}`,
      effect: { kind, values },
      versions: [],
      reason,
      execute: async (transaction) => {
        for (const form of values) await insertBlacklistEntry(transaction, { kind, value: form, reason, created_at: now() });
      },
    });
  },
});

const Customer = Type.Object({ userId: Type.Integer({ minimum: 1, maximum: 999_999_999 }) }, closed);

/** The withdrawals of a customer are stopped as payouts are, so that no host signs one after the act. */
const frozen = (userId: number): Place => ({ closes: 'PAYOUTS', target: 'CUSTOMER', slug: String(userId) });

/** Stops a customer's withdrawals and API keys (D72). Orders go on. */
const freeze = defineAct({
  scope: 'customers',
  input: Customer,
  plan: async (context, { userId }) => {
    if (!(await findUser(context.database, userId))) return refuse('NO_CUSTOMER');
    const plan = await planSwitches(context, [frozen(userId)], true, null);
    return plan.isSet ? refuse('FROZEN') : plan;
  },
});

/** Lets a customer's withdrawals and API keys work again. */
const unfreeze = defineAct({
  scope: 'customers',
  input: Customer,
  plan: async (context, { userId }) => {
    const plan = await planSwitches(context, [frozen(userId)], false, null);
    return plan.isSet ? plan : refuse('NOT_FROZEN');
  },
  needsSecond: () => true,
});

/** Signs a customer out everywhere. */
const endSessions = defineAct({
  scope: 'customers',
  input: Customer,
  plan: async ({ database, now }, { userId }) => {
    const sessions = await listSessions(database, userId, now());
    if (sessions.length === 0) return refuse('NO_SESSIONS');
    return {
      subject: `sessions of customer ${userId}`,
      effect: { userId, sessions: sessions.length },
      versions: sessions.map(({ id }) => sha256(id)),
      execute: async (transaction) => {
        await endSessionsOf(transaction, { userId, exceptId: null }, 'REVOKED', now());
        await deleteSignInCodes(transaction, userId);
      },
    };
  },
});

export const customerActs = { blacklist, freeze, unfreeze, 'end-sessions': endSessions } satisfies Record<string, Act>;

import Type from 'typebox';
import { OPERATOR_SCOPES, parseScopes, type OperatorScope } from '../../../contract/accounts/operatorScopes.ts';
import { closed } from '../../../contract/schemas/common.ts';
import type { Executor } from '../../db/database.ts';
import { findUser, updateUser } from '../../db/repositories/accounts/users.ts';
import type { UserRow } from '../../db/tables/accounts.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';

const UserId = Type.Integer({ minimum: 1, maximum: 999_999_999 });

/** Replaces the scopes of a customer, if nobody has changed the customer meanwhile. */
function planScopes(user: UserRow, scopes: readonly OperatorScope[]) {
  return {
    subject: `customer ${user.id}`,
    effect: { userId: user.id, scopes, before: parseScopes(user.operator_scopes) },
    versions: [user.version],
    execute: async (transaction: Executor) => {
      const isUpdated = await updateUser(transaction, user, { operator_scopes: JSON.stringify(scopes) });
      requireWritten(isUpdated, `customer ${user.id}`);
    },
  };
}

/** Makes a customer an operator with these scopes, in addition to those it has (D61). */
const grant = defineAct({
  scope: 'settings',
  isCommandOnly: true,
  input: Type.Object({ userId: UserId, scopes: Type.Array(Type.Enum(OPERATOR_SCOPES), { minItems: 1 }) }, closed),
  plan: async ({ database }, { userId, scopes }) => {
    const user = await findUser(database, userId);
    if (user === undefined || user.closed_at !== null) return refuse('NO_CUSTOMER');
    if (user.email_confirmed_at === null || user.has_second_factor !== 1) return refuse('NOT_PROTECTED');
    const owned = parseScopes(user.operator_scopes);
    return planScopes(
      user,
      OPERATOR_SCOPES.filter((scope) => scopes.includes(scope) || owned.includes(scope)),
    );
  },
});

/** Takes all scopes of a customer away. */
const revoke = defineAct({
  scope: 'settings',
  isCommandOnly: true,
  input: Type.Object({ userId: UserId }, closed),
  plan: async ({ database }, { userId }) => {
    const user = await findUser(database, userId);
    return user === undefined ? refuse('NO_CUSTOMER') : planScopes(user, []);
  },
});

export const operatorActs = { grant, revoke } satisfies Record<string, Act>;

import { OPERATOR_SCOPES } from '../../contract/schemas/users.ts';
import { findUser, updateUser } from '../db/repositories/accounts/users.ts';
import type { OperatorContext } from './operatorContext.ts';

type Scope = (typeof OPERATOR_SCOPES)[number];

const CONFIRM = '--confirm';

/**
 * Makes a customer an operator with these scopes, in addition to those it has (D61). Requires a confirmed e-mail and a second factor.
 * Without `--confirm` it only shows them. Returns the text to print.
 */
export async function grantScopes(
  { database }: Pick<OperatorContext, 'database'>,
  customer: string,
  words: string[],
): Promise<string> {
  const names = words.filter((word) => word !== CONFIRM);
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) return `Nothing was done: unknown scope ${unknown.join(', ')}. Scopes: ${OPERATOR_SCOPES.join(', ')}.`;
  const user = /^[1-9]\d{0,8}$/.test(customer) ? await findUser(database, Number(customer)) : undefined;
  if (user === undefined || user.closed_at !== null) return `Nothing was done: there is no customer ${customer}.`;
  const isConfirmed = user.email_confirmed_at !== null;
  const hasSecondFactor = user.has_second_factor === 1;
  const facts = [
    `Customer ${customer}`,
    `E-mail: ${user.email} (${isConfirmed ? 'confirmed' : 'not confirmed'})`,
    `Second factor: ${hasSecondFactor ? 'on' : 'off'}`,
    `Scopes: ${scopesOf(user.operator_scopes).join(', ') || 'none'}`,
  ].join('\n');
  if (!isConfirmed || !hasSecondFactor)
    return `${facts}\nNothing was done: an operator needs a confirmed e-mail and a second factor.`;
  const scopes = OPERATOR_SCOPES.filter((scope) => names.includes(scope) || scopesOf(user.operator_scopes).includes(scope));
  if (!words.includes(CONFIRM)) {
    return `${facts}\nNothing was done yet. If this is the right person, repeat the command with ${CONFIRM}.`;
  }
  if (!(await updateUser(database, user, { operator_scopes: JSON.stringify(scopes) }))) return CHANGED;
  return `Customer ${customer} is an operator now. Scopes: ${scopes.join(', ')}.`;
}

/** Takes all scopes of a customer away. Returns the text to print. */
export async function revokeScopes({ database }: Pick<OperatorContext, 'database'>, customer: string): Promise<string> {
  const user = /^[1-9]\d{0,8}$/.test(customer) ? await findUser(database, Number(customer)) : undefined;
  if (user === undefined) return `Nothing was done: there is no customer ${customer}.`;
  if (!(await updateUser(database, user, { operator_scopes: '[]' }))) return CHANGED;
  return `Customer ${customer} has no scopes any more.`;
}

const CHANGED = 'Nothing was done: the customer was changed at the same time. Repeat the command.';

const isScope = (name: string): name is Scope => OPERATOR_SCOPES.some((scope) => scope === name);

const scopesOf = (stored: string): string[] => JSON.parse(stored) as string[];

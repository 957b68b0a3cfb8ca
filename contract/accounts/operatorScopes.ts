/** What an operator may see and do (D61). Every act and every screen of operators names one of them. */
export const OPERATOR_SCOPES = [
  'orders.read',
  'orders.act',
  'treasury',
  'switches',
  'identity',
  'customers',
  'settings',
] as const;

export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/** Returns the scopes of a stored JSON list. Names that this version does not know are left out. */
export function parseScopes(stored: string): OperatorScope[] {
  const names: unknown = JSON.parse(stored);
  return OPERATOR_SCOPES.filter((scope) => Array.isArray(names) && names.includes(scope));
}

/** Returns the scopes that are in effect: none without a confirmed e-mail and a second factor (D61). */
export function effectiveScopes(
  stored: string,
  { isEmailConfirmed, hasSecondFactor }: { isEmailConfirmed: boolean; hasSecondFactor: boolean },
): OperatorScope[] {
  return isEmailConfirmed && hasSecondFactor ? parseScopes(stored) : [];
}

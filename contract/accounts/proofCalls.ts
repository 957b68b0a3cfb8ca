import type { CallName } from '../api/index.ts';

/** A second factor counts as fresh for this long (D60). */
export const FRESH_FACTOR_MS = 5 * 60_000;

/**
 * The calls that need a fresh proof (D60, D70). A withdrawal is not among them, because it needs a proof of its own (D69).
 * The values say what a customer without a second factor proves instead. `CODE`: a code that
 * the host sends them. `CODE_IF_CONFIRMED`: the same, except while the e-mail was never confirmed, when
 * the password of the call is enough. `NOTHING`: a customer without a second factor may always do it.
 */
const PROOF_CALLS = {
  'users.changeEmail': 'CODE_IF_CONFIRMED',
  // It needs the old password.
  'users.changePassword': 'NOTHING',
  'apiKeys.generate': 'CODE',
  // It may switch a key on and clear its white list.
  'apiKeys.update': 'CODE',
  'apiKeys.delete': 'NOTHING',
  'accountEnd.export': 'CODE',
  'accountEnd.close': 'CODE',
} as const satisfies Partial<Record<CallName, 'CODE' | 'CODE_IF_CONFIRMED' | 'NOTHING'>>;
export type ProofCall = keyof typeof PROOF_CALLS;

export const isProofCall = (name: CallName): name is ProofCall => name in PROOF_CALLS;

/** Returns whether this customer needs a fresh proof for the call. */
export function needsProof(customer: { hasSecondFactor: boolean; isEmailConfirmed: boolean }, call: ProofCall): boolean {
  const withoutFactor = PROOF_CALLS[call];
  const isEnough = withoutFactor === 'NOTHING' || (withoutFactor === 'CODE_IF_CONFIRMED' && !customer.isEmailConfirmed);
  return customer.hasSecondFactor || !isEnough;
}

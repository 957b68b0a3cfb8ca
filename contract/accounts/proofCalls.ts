import type { CallName } from '../api/index.ts';

/** A second factor counts as fresh for this long (D60). */
export const FRESH_FACTOR_MS = 5 * 60_000;

/**
 * The calls that need a fresh proof (D60, D70). A withdrawal is not among them, because it needs a proof of its own (D69).
 * The values say what a customer without a second factor proves instead. `CODE`: a code that the host mails them; a customer without
 * an e-mail (D74) can't. `CODE_OR_MESSENGER`: the same, but a customer without an e-mail proves the account of the messenger.
 * `CODE_IF_CONFIRMED`: as before, except that the password of the call is enough while the e-mail was never confirmed. `NOTHING`: a
 * customer without a second factor may always do it.
 */
const PROOF_CALLS = {
  'users.changeEmail': 'CODE_IF_CONFIRMED',
  // It needs the old password.
  'users.changePassword': 'NOTHING',
  'apiKeys.generate': 'CODE',
  // It may switch a key on and clear its white list.
  'apiKeys.update': 'CODE',
  'apiKeys.delete': 'NOTHING',
  'accountEnd.export': 'CODE_OR_MESSENGER',
  'accountEnd.close': 'CODE_OR_MESSENGER',
} as const satisfies Partial<Record<CallName, 'CODE' | 'CODE_OR_MESSENGER' | 'CODE_IF_CONFIRMED' | 'NOTHING'>>;
export type ProofCall = keyof typeof PROOF_CALLS;

export const isProofCall = (name: CallName): name is ProofCall => name in PROOF_CALLS;

interface ProvingCustomer {
  email: string | null;
  hasSecondFactor: boolean;
  isEmailConfirmed: boolean;
}

/** Returns whether this customer needs a fresh proof for the call. */
export function needsProof({ email, hasSecondFactor, isEmailConfirmed }: ProvingCustomer, call: ProofCall): boolean {
  const withoutFactor = PROOF_CALLS[call];
  const isUnconfirmed = email !== null && !isEmailConfirmed;
  const isEnough = withoutFactor === 'NOTHING' || (withoutFactor === 'CODE_IF_CONFIRMED' && isUnconfirmed);
  return hasSecondFactor || !isEnough;
}

/** Returns whether a customer without e-mail and second factor may prove the account of the messenger for the call (D70). */
export const takesMessengerProof = (call: ProofCall): boolean => PROOF_CALLS[call] !== 'CODE' && PROOF_CALLS[call] !== 'NOTHING';

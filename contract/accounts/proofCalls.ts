import type { CallName } from '../api/index.ts';

/** A second factor counts as fresh for this long (D60). */
export const FRESH_FACTOR_MS = 5 * 60_000;

/**
 * The calls that need a fresh proof (D60, D70). A withdrawal is not among them, because it needs a proof of its own (D69).
 * The values say what a customer without a second factor proves instead. `CODE`: a code that the host mails them; a customer without
 * an e-mail (D74) can't. `CODE_OR_MESSENGER`: the same, but a customer without an e-mail proves the account of the messenger.
 * `CODE_IF_CONFIRMED`: as before, except that the password of the call is enough while the e-mail was never confirmed. `NOTHING`: a
 * customer without a second factor may always do it. `MESSENGER`: only a customer without an e-mail proves anything.
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
  'identity.startUpload': 'MESSENGER',
  'identity.createPhoneCode': 'MESSENGER',
  'identity.submit': 'MESSENGER',
} as const satisfies Partial<Record<CallName, 'CODE' | 'CODE_OR_MESSENGER' | 'CODE_IF_CONFIRMED' | 'NOTHING' | 'MESSENGER'>>;
export type ProofCall = keyof typeof PROOF_CALLS;

/** Whether customers share the work of a call: an e-mail that is not confirmed does not open it (D82). */
const isSharedWork = (call: ProofCall): boolean => PROOF_CALLS[call] === 'MESSENGER' || call === 'accountEnd.export';

/** Returns whether a page asks for the proof before it makes the call. A phone with a pass proves nothing, so the host asks for `MESSENGER`. */
export const isProofCall = (name: CallName): name is ProofCall =>
  name in PROOF_CALLS && PROOF_CALLS[name as ProofCall] !== 'MESSENGER';

interface ProvingCustomer {
  email: string | null;
  hasSecondFactor: boolean;
  isEmailConfirmed: boolean;
}

const hasUnconfirmedEmail = ({ email, isEmailConfirmed }: Pick<ProvingCustomer, 'email' | 'isEmailConfirmed'>): boolean =>
  email !== null && !isEmailConfirmed;

/** Returns whether this customer has to confirm the e-mail before the call (D82). */
export const needsConfirmedEmail = (customer: Pick<ProvingCustomer, 'email' | 'isEmailConfirmed'>, call: ProofCall): boolean =>
  isSharedWork(call) && hasUnconfirmedEmail(customer);

/** Returns whether this customer needs a fresh proof for the call. */
export function needsProof(customer: ProvingCustomer, call: ProofCall): boolean {
  const { email, hasSecondFactor } = customer;
  const withoutFactor = PROOF_CALLS[call];
  if (needsConfirmedEmail(customer, call)) return false;
  if (withoutFactor === 'MESSENGER') return email === null;
  const isUnconfirmed = hasUnconfirmedEmail(customer);
  const isEnough = withoutFactor === 'NOTHING' || (withoutFactor === 'CODE_IF_CONFIRMED' && isUnconfirmed);
  return hasSecondFactor || !isEnough;
}

/** Returns whether a customer without e-mail and second factor may prove the account of the messenger for the call (D70). */
export const takesMessengerProof = (call: ProofCall): boolean => !['CODE', 'NOTHING'].includes(PROOF_CALLS[call]);

/**
 * The calls that need a fresh proof (D60, D70), and what a customer without a second factor proves instead. `CODE`: a code of a
 * channel (`channels.ts`). `CODE_IF_CONFIRMED`: the same, except while the e-mail was never confirmed, when the password of the call is
 * enough. `NOTHING`: a customer without a second factor may always do it.
 */
export const PROOF_CALLS = {
  'users.changeEmail': 'CODE_IF_CONFIRMED',
  // It needs the old password.
  'users.changePassword': 'NOTHING',
  'apiKeys.generate': 'CODE',
  // It may switch a key on and clear its white list.
  'apiKeys.update': 'CODE',
  'apiKeys.delete': 'NOTHING',
  'withdrawals.create': 'CODE',
  'accountEnd.export': 'CODE',
  'accountEnd.close': 'CODE',
} as const satisfies Record<string, 'CODE' | 'CODE_IF_CONFIRMED' | 'NOTHING'>;
export type ProofCall = keyof typeof PROOF_CALLS;

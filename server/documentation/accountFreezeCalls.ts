import type { CallDescriptions } from './call.ts';
import { FOREIGN_ORIGIN } from './userCalls.ts';

const USELESS_LINK = 'The link was used, has expired, or was never sent.';

/** Descriptions of the calls behind the link in the mail about a change. */
export const accountFreezeCalls: CallDescriptions<'accountFreeze'> = {
  'accountFreeze.freeze': {
    operationId: 'freezeAccount',
    summary: 'Freeze the account of an e-mail’s link',
    description:
      'Ends all sessions, switches the API keys off, stops withdrawals that were not sent, and blocks new ones for 7 days. Repeating the call extends nothing; it tries again to stop what is left. The link in the mail to a replaced e-mail that was never confirmed only stops withdrawals that were not sent, as often as it is used until `frozenUntil`: `stopsOnly`. `restore` says whether the link also restores the account.',
    errors: { ERR_NOT_FOUND: USELESS_LINK, ERR_FORBIDDEN: FOREIGN_ORIGIN },
  },
  'accountFreeze.restore': {
    operationId: 'restoreAccount',
    summary: 'Restore a frozen account',
    description:
      'Gives the account its e-mail from before the change and a new password, and removes second factors that were added since. It needs what was valid before the change: `code` or `recoveryCode` of the second factor, or, for a customer without one, `formerPassword`. Withdrawals stay blocked.',
    errors: {
      ERR_NOT_FOUND: USELESS_LINK,
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
      ERR_INVALID_CREDENTIALS: {
        when: 'The proof is not what was valid before the change. `details.field` names it.',
        message: 'This is not what was valid before the change.',
        details: { field: 'formerPassword' },
      },
      ERR_NOT_ACCEPTABLE: {
        when: 'The account is not frozen, the link can only freeze, or another account has the e-mail: `details.reason` is `NOT_FROZEN`, `FREEZE_ONLY` or `EMAIL_TAKEN`.',
        message: 'This link can’t restore the account. Write to support.',
        details: { reason: 'FREEZE_ONLY' },
      },
      ERR_VALIDATION: {
        when: 'The new password is too short, common, the e-mail, or the account had it before.',
        message: 'Choose a password that this account never had.',
        details: { field: 'password', code: 'USED_BEFORE' },
      },
    },
  },
};

import type { CallDescriptions, ErrorCase } from './call.ts';
import { EMAIL_UNCONFIRMED, SIGNED_OUT, WRONG_PASSWORDS } from './userCalls.ts';

export const SECOND_FACTOR: ErrorCase = {
  when: 'The session proved neither the second factor nor, for a customer without one, the code of an e-mail in the last five minutes. Call `startSecondFactor` and `verifySecondFactor`, then repeat the call.',
  message: 'Confirm that it is you, then repeat the call.',
};

/** Descriptions of the calls with which customers take their data and leave. */
export const accountEndCalls: CallDescriptions<'accountEnd'> = {
  'accountEnd.export': {
    operationId: 'exportAccount',
    summary: 'Export the customer’s data',
    description:
      'Returns everything that the host stores about the customer: account, sessions, orders, earnings, keys and e-mails. Secrets such as passwords, codes and keys are left out. Of each kind, at most the newest 1,000 records are included; `note` says so.',
    session: 'READ',
    errors: { ERR_SECOND_FACTOR_REQUIRED: SECOND_FACTOR, ERR_NOT_ACCEPTABLE: EMAIL_UNCONFIRMED },
  },
  'accountEnd.closing': {
    operationId: 'getClosing',
    summary: 'Read what closing the account means',
    description:
      'Returns the balance that closing forfeits, because it is below the minimum of a withdrawal, and what has to end first: a balance that can be withdrawn, a withdrawal or an exchange that is not finished.',
    session: 'READ',
  },
  'accountEnd.close': {
    operationId: 'closeAccount',
    summary: 'Close the account',
    description:
      'Ends all sessions, deletes keys, credentials and personal data, and frees the e-mail. `forfeited` repeats the amount of `getClosing`, so that nobody loses more than they agreed to. The accounting records stay. This can’t be undone.',
    session: 'CHANGE',
    errors: {
      ERR_UNAUTHORIZED: SIGNED_OUT,
      ERR_SECOND_FACTOR_REQUIRED: SECOND_FACTOR,
      ERR_INVALID_CREDENTIALS: {
        when: 'The password is wrong.',
        message: 'The password is wrong.',
        details: { field: 'password' },
      },
      ERR_TOO_MANY_REQUESTS: WRONG_PASSWORDS,
      ERR_NOT_ACCEPTABLE: {
        when: 'Something has to end first, or another amount would be forfeited: `details.closing` is the current answer of `getClosing`.',
        message: 'Your account can’t be closed like this. Check what is still open.',
        details: { closing: { forfeited: '0', minimumWithdrawal: '20', obstacles: ['WITHDRAWAL'] } },
      },
    },
  },
};

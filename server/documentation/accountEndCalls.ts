import type { CallDescriptions, ErrorCase } from './call.ts';
import { accessToken, EXPIRED, FOREIGN_ORIGIN, SIGNED_OUT } from './userCalls.ts';

const SECOND_FACTOR: ErrorCase = {
  when: 'The customer has a second factor and did not confirm it in the last five minutes.',
  message: 'Confirm your identity first.',
};
const session = { ERR_UNAUTHORIZED: SIGNED_OUT, ERR_IM_A_TEAPOT: EXPIRED };

/** Descriptions of the calls with which customers take their data and leave. */
export const accountEndCalls: CallDescriptions<'accountEnd'> = {
  'accountEnd.export': {
    operationId: 'exportAccount',
    summary: 'Export the customer’s data',
    description:
      'Returns everything that the host stores about the customer: account, sessions, orders, earnings, keys and e-mails. Secrets such as passwords, codes and keys are left out.',
    headers: [accessToken],
    errors: { ...session, ERR_SECOND_FACTOR_REQUIRED: SECOND_FACTOR },
  },
  'accountEnd.closing': {
    operationId: 'getClosing',
    summary: 'Read what closing the account means',
    description:
      'Returns the balance that closing forfeits, because it is below the minimum of a withdrawal, and what has to end first: a balance that can be withdrawn, a withdrawal or an exchange that is not finished.',
    headers: [accessToken],
    errors: session,
  },
  'accountEnd.close': {
    operationId: 'closeAccount',
    summary: 'Close the account',
    description:
      'Ends all sessions, deletes keys, credentials and personal data, and frees the e-mail. `forfeited` repeats the amount of `getClosing`, so that nobody loses more than they agreed to. The accounting records stay. This can’t be undone.',
    headers: [accessToken],
    errors: {
      ...session,
      ERR_SECOND_FACTOR_REQUIRED: SECOND_FACTOR,
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
      ERR_INVALID_CREDENTIALS: {
        when: 'The password is wrong.',
        message: 'The password is wrong.',
        details: { field: 'password' },
      },
      ERR_TOO_MANY_REQUESTS: {
        when: 'Too many requests in this minute, or five wrong passwords in a row. After them, each try waits 15 minutes.',
        message: 'Too many wrong passwords. Wait 15 minutes, or restore your password.',
        details: { retryAfterSeconds: 900 },
      },
      ERR_NOT_ACCEPTABLE: {
        when: 'Something has to end first, or another amount would be forfeited: `details.closing` is the current answer of `getClosing`.',
        message: 'Your account can’t be closed like this. Check what is still open.',
        details: { closing: { forfeited: '0', minimumWithdrawal: '20', obstacles: ['WITHDRAWAL'] } },
      },
    },
  },
};

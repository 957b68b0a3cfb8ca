import type { ErrorCode } from '../../contract/errors.ts';
import { FOREIGN_ORIGIN } from './userCalls.ts';
import type { CallDescriptions, CallHeader, ErrorCase } from './call.ts';
import { properName } from './call.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../../contract/api/orders.ts';

const idempotencyKey: CallHeader = {
  name: properName(IDEMPOTENCY_KEY_HEADER),
  description:
    'A repeated call with the same key and body returns the same withdrawal. Send one, so that a retry never pays twice.',
  required: false,
  schema: { type: 'string', minLength: 8, maxLength: 200 },
};
const UNKNOWN_TOKEN = 'No withdrawal has this token.';
const ON_ITS_WAY: ErrorCase = {
  when: 'It is being sent, or it is over. `details.state` says which.',
  message: 'This withdrawal can no longer be stopped.',
  details: { state: 'SENDING' },
};

const CHECKING_BOOKS: ErrorCase = {
  when: 'The host found a fault in its books, which concerns earnings or the network. Nothing was taken.',
  message: 'We are checking our books at the moment. Nothing was taken. Try again later.',
};
/** Why a withdrawal is refused, whatever proves it */
const UNACCEPTABLE = {
  ERR_VALIDATION: {
    when: 'A field is missing or malformed. `details.field` is `address` or `amount`; `details.code` is `error_address_incorrect`, `error_address_ours`, `error_address_blocked` or `error_amount`.',
    message: 'This address is not valid on TRON.',
    details: { field: 'address', code: 'error_address_incorrect' },
  },
  ERR_WITHDRAWAL_TOO_SMALL: {
    when: 'The amount is below the minimum, which the message and `details.minimum` contain.',
    message: 'The smallest withdrawal is 20 USDT.',
    details: { minimum: '20' },
  },
  ERR_BALANCE_TOO_LOW: {
    when: 'The amount is above the balance: `details.balance`.',
    message: 'Your balance is 262.48 USDT. Nothing was taken.',
    details: { balance: '262.48' },
  },
  ERR_BALANCE_NOT_FOUND: {
    when: 'The customer never earned anything in this coin.',
    message: 'You have no balance in BTC (BTC). Nothing was taken.',
  },
  ERR_NOT_ACCEPTABLE: {
    when: 'The customer has no e-mail, it is not confirmed, or the first one was confirmed less than 72 hours ago (the host may set another time). `details.reason` is EMAIL_MISSING, EMAIL_NOT_CONFIRMED, or FIRST_EMAIL_IS_NEW with `details.until`; ACCOUNT_FROZEN for a frozen account.',
    message: 'A withdrawal needs a confirmed e-mail. Open the link of our mail, or request it again.',
    details: { reason: 'EMAIL_NOT_CONFIRMED' },
  },
} satisfies Partial<Record<ErrorCode, ErrorCase>>;

/** Descriptions of the calls for withdrawals of earnings. */
export const withdrawalCalls: CallDescriptions<'withdrawals'> = {
  'withdrawals.terms': {
    operationId: 'getWithdrawalTerms',
    summary: 'Read what a withdrawal costs now',
    description:
      'Returns balance, minimum and network fee, the addresses that were used before, and why a withdrawal would wait. Read it before `createWithdrawal`.',
    session: 'READ',
  },
  'withdrawals.startProof': {
    operationId: 'startWithdrawalProof',
    summary: 'Start the proof of a withdrawal',
    description:
      'Checks the withdrawal and returns a challenge, which permits only this amount to this address. A customer without a second factor gets a code by e-mail that names both. Send the answer as `proof` of `createWithdrawal`. A challenge works once, allows five tries, and ends with the session.',
    session: 'CHANGE',
    errors: {
      ...UNACCEPTABLE,
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
      ERR_SERVICE_UNAVAILABLE: CHECKING_BOOKS,
    },
  },
  'withdrawals.create': {
    operationId: 'createWithdrawal',
    summary: 'Withdraw earnings',
    description:
      'Takes `amount` from the balance and sends it, less the network fee, to a TRON address. The fee is what the transaction costs the exchange. The withdrawal waits for an hour if it goes to a new address, is made without a second factor, or is made within 24 hours of a change of e-mail, password or second factor. If more than `reviewAbove` leaves within 24 hours, it awaits an operator. While the network fee is more than twice the one that was charged, it is `DELAYED`. If the network refuses it for good, the whole amount returns to the balance.',
    session: 'CHANGE',
    headers: [idempotencyKey],
    errors: {
      ...UNACCEPTABLE,
      ERR_VALIDATION: {
        ...UNACCEPTABLE.ERR_VALIDATION,
        when: `${UNACCEPTABLE.ERR_VALIDATION.when} For a wrong answer to the challenge, \`details.code\` is \`SECOND_FACTOR_VALIDATION_ERROR\`, and \`details.triesLeft\` says how many tries the challenge has left.`,
      },
      ERR_RATE_CHANGED: 'The network fee is above `maxNetworkFee` now: `details.networkFee`. Nothing was taken.',
      ERR_IDEMPOTENCY_MISMATCH: 'The Idempotency-Key was used for another address or amount.',
      ERR_FORBIDDEN: FOREIGN_ORIGIN,
      ERR_SECOND_FACTOR_REQUIRED: {
        when: 'The `proof` is missing. Call `startWithdrawalProof` first. That the session proved a second factor is not enough.',
        message: 'Confirm this withdrawal first. Nothing was taken.',
      },
      ERR_NOT_FOUND: {
        when: 'The challenge was used, has expired, had five wrong tries, or belongs to another amount, address or session. Start again.',
        message: 'This confirmation has expired or was used. Start again.',
      },
      ERR_SERVICE_UNAVAILABLE: CHECKING_BOOKS,
    },
  },
  'withdrawals.list': {
    operationId: 'listWithdrawals',
    summary: 'List withdrawals',
    description: 'Returns the customer’s withdrawals, the newest first, in pages of 20.',
    session: 'READ',
  },
  'withdrawals.cancel': {
    operationId: 'cancelWithdrawal',
    summary: 'Stop a withdrawal',
    description:
      'Stops a withdrawal that has not been sent, and returns the whole amount to the balance, fee included. A `DELAYED` one is stopped only if the network does not know its transaction. Repeating the call has no effect.',
    session: 'CHANGE',
    errors: {
      ERR_NOT_FOUND: 'The customer has no such withdrawal.',
      ERR_NOT_ACCEPTABLE: ON_ITS_WAY,
    },
  },
  'withdrawals.acceptFee': {
    operationId: 'acceptWithdrawalFee',
    summary: 'Accept a higher network fee',
    description:
      'Answers the `question` of a withdrawal that has been delayed for a day because of the network fee. Another withdrawal of the same amount and address takes its place, with the fee of now; the old one is `CANCELLED`. To decline, call `cancelWithdrawal`.',
    session: 'CHANGE',
    errors: {
      ERR_NOT_FOUND: 'The customer has no such withdrawal.',
      ERR_NOT_ACCEPTABLE: {
        when: 'The withdrawal has no question, or it is being sent.',
        message: 'This withdrawal does not wait for your answer.',
      },
      ERR_RATE_CHANGED: {
        when: 'The network fee is above `maxNetworkFee` now: `details.networkFee`.',
        message: 'The network fee is 4.5 USDT now. Nothing was taken: check what arrives, and confirm again.',
        details: { networkFee: '4.5' },
      },
      ERR_WITHDRAWAL_TOO_SMALL: {
        when: 'Nothing would arrive at the fee of now.',
        message: 'The network fee is 60 USDT now, so nothing would arrive. Nothing was changed.',
        details: { networkFee: '60' },
      },
    },
  },
  'withdrawals.stoppable': {
    operationId: 'findWithdrawalByToken',
    summary: 'Read the withdrawal that an e-mail is about',
    description: 'Returns the withdrawal that the token of the e-mail stops. It changes nothing.',
    errors: { ERR_NOT_FOUND: UNKNOWN_TOKEN },
  },
  'withdrawals.stop': {
    operationId: 'stopWithdrawal',
    summary: 'Stop a withdrawal with the token of its e-mail',
    description: 'As `cancelWithdrawal`, without a session.',
    errors: { ERR_NOT_FOUND: UNKNOWN_TOKEN, ERR_NOT_ACCEPTABLE: ON_ITS_WAY },
  },
  'withdrawals.wallet': {
    operationId: 'getWallet',
    summary: 'Read the wallet',
    description: 'Returns the balance, what is on its way out, and what was earned and withdrawn in total.',
    session: 'READ',
  },
  'withdrawals.movements': {
    operationId: 'listMovements',
    summary: 'List the movements of the wallet',
    description:
      'Returns everything that changed the balance, the newest first, in pages of 20, each with the balance after it: referrals, cashback, withdrawals and returns.',
    session: 'READ',
    errors: { ERR_VALIDATION: 'The cursor is not one that this call returned.' },
  },
};

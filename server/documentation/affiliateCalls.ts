import type { CallDescriptions, ErrorCase } from './call.ts';

const TOO_MANY_CODES: ErrorCase = {
  when: 'The customer has 20 codes: `details.most`.',
  message: 'You can have at most 20 codes. Rename one instead.',
  details: { most: 20 },
};

/** Descriptions of the calls for affiliates and cashback. */
export const affiliateCalls: CallDescriptions<'affiliates'> = {
  'affiliates.referrerId': {
    operationId: 'getReferrerId',
    summary: 'Read the main referral code',
    description:
      'Returns the code that brings customers to you: the `ref` of a link to any page of the site, or `referrerId` of an order. It is the same for ever.',
    session: 'READ',
  },
  'affiliates.balances': {
    operationId: 'getBalances',
    summary: 'Read the balance of earnings',
    description:
      'Returns what you can withdraw, and `expectedAmount`: what open exchanges will earn if they complete. All earnings are in USDT on TRON.',
    session: 'READ',
  },
  'affiliates.accruals': {
    operationId: 'listAccruals',
    summary: 'List earnings from exchanges of others',
    description:
      'Returns your shares of the service fee, the newest first, in pages. An exchange earns when it completes. The list never names the customer or the order.',
    session: 'READ',
  },
  'affiliates.cashbacks': {
    operationId: 'listCashbacks',
    summary: 'List cashback',
    description: 'Returns the cashback of your own exchanges, the newest first, in pages.',
    session: 'READ',
  },
  'affiliates.cashbackLevel': {
    operationId: 'getCashbackLevel',
    summary: 'Read the cashback level',
    description:
      'Returns your level, what counts toward the next one, and all levels. A level, once reached, is kept. The cashback of an exchange is `percentOfFee` of the `platformFee_Absolute` of its quote.',
    session: 'READ',
  },
  'affiliates.statistics': {
    operationId: 'getAffiliateStatistics',
    summary: 'Read clicks, orders and earnings of your codes',
    description:
      'Returns the figures of a period by day, or by month for `all`, and by code. `previous` has those of the same time before.',
    session: 'READ',
  },
  'affiliates.createCode': {
    operationId: 'createReferralCode',
    summary: 'Add a referral code',
    description: 'Returns a new code, for one place where you publish a link. A customer has at most 20 codes.',
    session: 'CHANGE',
    errors: {
      ERR_NOT_ACCEPTABLE: TOO_MANY_CODES,
      ERR_VALIDATION: 'The name is missing, blank or longer than 40 characters.',
    },
  },
  'affiliates.renameCode': {
    operationId: 'renameReferralCode',
    summary: 'Rename a referral code',
    description: 'Changes the name that only you see, and returns the code. Links keep working.',
    session: 'CHANGE',
    errors: { ERR_NOT_FOUND: 'The code is not yours.' },
  },
  'affiliates.program': {
    operationId: 'getAffiliateProgram',
    summary: 'Read the rules of affiliates and cashback',
    description:
      'Returns the share of a referrer, the cashback levels and the smallest withdrawal in USDT. Shares are percentages of the service fee `platformFeePercent`, never of the premium of a fixed rate.',
  },
  'affiliates.countClick': {
    operationId: 'countReferralClick',
    summary: 'Count a click on a link with a referral code',
    description:
      'Adds one to the clicks of the code today. Does nothing for an unknown code. The host does not store who clicked.',
  },
};

import type {
  Accruals,
  AffiliateProgram,
  AffiliateStatistics,
  CashbackLevel,
  Cashbacks,
} from '../../../contract/api/affiliates.ts';

const BTC = { currencyTitle: 'BTC', networkTitle: 'BTC', slug: 'btc' };
const USDT = { currencyTitle: 'USDT', networkTitle: 'TRC20', slug: 'usdttrc20' };
const LEVELS: CashbackLevel['levels'] = [
  { level: 'BRONZE', percent: '5', fromVolume: '0' },
  { level: 'SILVER', percent: '10', fromVolume: '10000' },
  { level: 'GOLD', percent: '15', fromVolume: '50000' },
  { level: 'PLATINUM', percent: '20', fromVolume: '250000' },
];

export const sampleProgram: AffiliateProgram = {
  platformFeePercent: '0.5',
  referrerSharePercent: '40',
  cashbackLevels: LEVELS,
  cashbackWindowDays: 90,
  minimumWithdrawal: '20',
};

/** Seven days, of which the last earned. */
export const sampleStatistics: AffiliateStatistics = {
  period: '7d',
  clicks: 40,
  orders: 2,
  earned: '9.148664',
  previous: { clicks: 20, orders: 1, earned: '12' },
  step: 'day',
  steps: Array.from({ length: 7 }, (_, index) => ({
    from: `2026-11-${16 + index}T00:00:00.000Z`,
    clicks: index === 6 ? 40 : 0,
    orders: index === 6 ? 2 : 0,
    earned: index === 6 ? '9.148664' : '0',
  })),
  codes: [
    { code: '7kq2m8wd', name: '', isMain: true, createdAt: '2026-11-01T00:00:00.000Z', clicks: 30, orders: 1, earned: '4' },
    {
      code: 'b3xhe5nq',
      name: 'Blog',
      isMain: false,
      createdAt: '2026-11-02T00:00:00.000Z',
      clicks: 10,
      orders: 1,
      earned: '5.148664',
    },
  ],
  apiKeys: { clicks: 0, orders: 0, earned: '0' },
};

export const sampleAccruals: Accruals = {
  items: [
    {
      accrualId: 'x6S5O8IiogRHQu3ETFaQew',
      code: 'b3xhe5nq',
      instrumentFrom: BTC,
      instrumentTo: USDT,
      completedAt: '2026-11-22T09:24:00.000Z',
      fee: '12.87166',
      percent: '40',
      amount: '5.148664',
    },
  ],
  total: 2,
  nextCursor: '1795000000000-x6S5O8IiogRHQu3ETFaQew',
};

export const sampleCashbackLevel: CashbackLevel = {
  level: 'SILVER',
  percent: '10',
  volume: '31480.5',
  windowDays: 90,
  levels: LEVELS,
  percentOfFee: { FLOATING: '10', FIXED: '5' },
  earned: '61.94',
  since: '2026-03-14T00:00:00.000Z',
};

export const sampleCashbacks: Cashbacks = {
  items: [
    {
      orderId: 'tM4QlZX_HLhW4Tgkn2ifPA',
      sentAmount: '0.02',
      instrumentFrom: BTC,
      instrumentTo: USDT,
      completedAt: '2026-11-22T09:24:00.000Z',
      fee: '7.04',
      percent: '10',
      amount: '0.704',
    },
  ],
  total: 1,
  nextCursor: null,
};

import type { Report, ReportFigures, ReportInput } from '../../../contract/console/reports.ts';

/** Figures of a day, or of a period. */
const figures = (changes: Partial<ReportFigures> = {}): ReportFigures => ({
  completed: 2,
  refunded: 1,
  volume: '150000',
  revenue: '750.5',
  networkFeesCharged: '20',
  networkFeesPaid: '30.25',
  shares: '100',
  profit: '640.25',
  unpriced: 0,
  ...changes,
});

/** A report whose first and last day had exchanges of one pair. */
export function sampleReport({ from, to }: ReportInput): Report {
  return {
    from,
    to,
    total: figures(),
    before: figures({ volume: '100000', revenue: '1501' }),
    days: [
      { day: from, ...figures({ volume: '30000', revenue: '250' }) },
      { day: to, ...figures({ volume: '120000', revenue: '500.5', profit: '-12.5' }) },
    ],
    coins: [
      {
        instrument: 'btc',
        network: 'bitcoin',
        completed: 0,
        refunded: 1,
        received: '2.5',
        receivedUsd: '150000',
        paid: '0',
        paidUsd: '0',
        platformFees: '0',
        margins: '0',
        revenueUsd: '0',
        networkFeesCharged: '0.00003',
        networkFeesPaid: '0.00002',
        networkFeesPaidUsd: '1.2',
        shares: '0',
      },
    ],
    pairs: [{ instrumentFrom: 'btc', instrumentTo: 'usdttrc20', completed: 2, volume: '57000' }],
  };
}

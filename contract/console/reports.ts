import Type, { type Static } from 'typebox';
import { DecimalText, nullable } from '../schemas/common.ts';

/** What the exchange did by day and by coin. Days are those of UTC: "2026-11-20". Figures in USD leave out what had no price. */

const Day = Type.String({ pattern: '^20[0-9]{2}-[01][0-9]-[0-3][0-9]$' });
/** Also negative */
export const Signed = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' });

export const ReportQuery = Type.Object({ from: Day, to: Type.String({ ...Day, description: 'Included' }) });
export type ReportInput = Static<typeof ReportQuery>;

const Figures = Type.Object({
  completed: Type.Integer({ description: 'Orders that completed' }),
  refunded: Type.Integer(),
  volume: Type.String({ ...DecimalText, description: 'What customers sent in completed orders, in USD' }),
  revenue: Type.String({ ...Signed, description: 'Platform fees, premiums of fixed rates, and what rounding kept, in USD' }),
  networkFeesCharged: Type.String({ ...DecimalText, description: 'What customers paid for networks, in USD' }),
  networkFeesPaid: Type.String({ ...Signed, description: 'What networks charged, in USD' }),
  shares: Type.String({ ...DecimalText, description: 'What orders earned referrers and customers, in USDT' }),
  profit: Type.String({ ...Signed, description: 'revenue + networkFeesCharged - networkFeesPaid - shares' }),
  unpriced: Type.Integer({ description: 'Orders and network fees without a price, which the figures in USD leave out' }),
});
export type ReportFigures = Static<typeof Figures>;

const CoinFigures = Type.Object({
  instrument: Type.String(),
  network: nullable(Type.String()),
  completed: Type.Integer({ description: 'Orders that paid it out' }),
  refunded: Type.Integer({ description: 'Orders that gave it back' }),
  received: Type.String({ ...DecimalText, description: 'What customers sent of it in completed orders' }),
  receivedUsd: DecimalText,
  paid: Type.String({ ...DecimalText, description: 'What customers got of it in completed orders' }),
  paidUsd: DecimalText,
  platformFees: Type.String({ ...DecimalText, description: 'In the coin, as the rest' }),
  margins: Type.String({ ...Signed, description: 'Premiums, and what rounding kept' }),
  revenueUsd: Type.String({ ...Signed, description: 'Both of them in USD' }),
  networkFeesCharged: DecimalText,
  networkFeesPaid: Signed,
  networkFeesPaidUsd: Signed,
  shares: Type.String({ ...DecimalText, description: 'What orders that paid it out earned, in USDT' }),
});
export type CoinFigures = Static<typeof CoinFigures>;

export const ReportResponse = Type.Object({
  ...ReportQuery.properties,
  total: Figures,
  before: Type.Object(Figures.properties, { description: 'Of as many days before' }),
  days: Type.Array(Type.Object({ day: Day, ...Figures.properties }), { description: 'Every day, the oldest first' }),
  coins: Type.Array(CoinFigures, { description: 'The largest volume first' }),
  pairs: Type.Array(
    Type.Object({ instrumentFrom: Type.String(), instrumentTo: Type.String(), completed: Type.Integer(), volume: DecimalText }),
    { description: 'The ten largest' },
  ),
});
export type Report = Static<typeof ReportResponse>;

/** The table by day and coin as CSV. Its export is recorded. */
export const ReportExportResponse = Type.Object({ name: Type.String(), text: Type.String() });
export type ReportExport = Static<typeof ReportExportResponse>;

const Seconds = nullable(
  Type.Integer({ description: 'From the deposit to the confirmed payout, in s; null: no order completed' }),
);

export const SpeedResponse = Type.Object({
  median: Type.Object(
    { today: Seconds, before: Seconds },
    { description: 'before: of the seven days before, the median of theirs' },
  ),
  slowTenth: Type.Object({ today: Seconds }, { description: 'A tenth of the orders took longer' }),
});
export type Speed = Static<typeof SpeedResponse>;

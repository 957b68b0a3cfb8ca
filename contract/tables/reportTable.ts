/** The columns of the table by day and coin, in their order. Names are for programs, in no language. */
export const REPORT_COLUMNS = [
  'day',
  'coin',
  'network',
  'orders_completed',
  'orders_refunded',
  'received',
  'received_usd',
  'paid_out',
  'paid_out_usd',
  'platform_fees',
  'margins',
  'revenue_usd',
  'network_fees_charged',
  'network_fees_paid',
  'network_fees_paid_usd',
  'shares_usdt',
] as const;

import type { MeasurementName } from '../health/measurements.ts';

/** A threshold of a measurement, most of which say how long something has lasted. The alerts of the host, the rules for Prometheus and the dashboard are all made from this table. */
export interface AlertRule {
  measurement: MeasurementName;
  /** With a label, only of the samples with this value. Each sample beyond the threshold is an alert of its own. */
  label?: string;
  /** Alert while the value is above or below it */
  above?: number;
  below?: number;
  /** What is wrong, for an operator. `{label}` is the sample's label */
  title: string;
  /** How `title` is followed by the value */
  unit: 'seconds' | 'share' | 'days' | 'times' | 'none';
  /** The section of docs/operator.md that says what to do */
  section: string;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const waiting = (kind: string, seconds: number, title: string, section: string): AlertRule => ({
  measurement: 'unresolved_oldest_seconds',
  label: kind,
  above: seconds,
  title,
  unit: 'seconds',
  section,
});

export const ALERT_RULES = {
  booksAlarm: {
    measurement: 'reconcile_alarm',
    above: 0,
    title: 'The books have an alarm about {label}: money may be missing',
    unit: 'none',
    section: 'the-books-differ',
  },
  recovery: {
    measurement: 'recovery_seconds',
    above: 0,
    title: '{label} is in RECOVERY: its treasury sent more than the books know, and nothing is sent',
    unit: 'none',
    section: 'the-treasury-sent-more-than-the-books-know',
  },
  capUsed: {
    measurement: 'cap_share',
    above: 0.5,
    title: 'The last ten minutes used much of the hourly cap of {label}',
    unit: 'share',
    section: 'a-payout-is-on-hold',
  },
  databaseDown: {
    measurement: 'database_down',
    above: 0,
    title: 'The database does not answer: no order is taken and nothing is sent',
    unit: 'none',
    section: 'the-database-does-not-answer',
  },
  databaseLocked: {
    measurement: 'database_locked_seconds',
    above: 5,
    title: 'The database is locked by {label}: orders wait and nothing is sent',
    unit: 'seconds',
    section: 'the-database-is-locked',
  },
  diskNearlyFull: {
    measurement: 'disk_free_share',
    below: 0.1,
    title: 'The disk is nearly full',
    unit: 'share',
    section: 'the-disk-is-nearly-full',
  },
  diskFillsUp: {
    measurement: 'disk_days_left',
    below: 3,
    title: 'The disk will soon be full',
    unit: 'days',
    section: 'the-disk-is-nearly-full',
  },
  failed: waiting('FAILED', 15 * MINUTE, 'A payment failed', 'a-payout-failed'),
  held: waiting('HELD', 15 * MINUTE, 'A payment is on hold', 'a-payout-is-on-hold'),
  refused: waiting('REFUSED', 15 * MINUTE, 'A network refuses a payment', 'a-payout-is-refused'),
  depositReorged: waiting(
    'DEPOSIT_REORGED',
    15 * MINUTE,
    'A deposit was reorged after its payout was planned',
    'a-deposit-was-reorged',
  ),
  overdue: waiting('OVERDUE', 15 * MINUTE, 'A payment is overdue', 'a-payout-is-overdue'),
  claim: waiting('CLAIM', 4 * HOUR, 'A claimed deposit waits for an operator', 'a-customer-claims-a-deposit-without-memo'),
  decision: waiting('DECISION', 4 * HOUR, 'An order waits for a decision of ours', 'a-decision-deadline-passed'),
  booksUnread: {
    measurement: 'reconcile_unread_seconds',
    above: 30 * MINUTE,
    title: 'Part of the books could not be read',
    unit: 'seconds',
    section: 'something-is-not-checked',
  },
  networkSilent: {
    measurement: 'network_silent_seconds',
    above: 3 * MINUTE,
    title: 'The network {label} gives no usable answer',
    unit: 'seconds',
    section: 'a-network-or-the-market-is-silent',
  },
  marketSilent: {
    measurement: 'market_silent_seconds',
    above: 3 * MINUTE,
    title: 'There are no new market prices',
    unit: 'seconds',
    section: 'a-network-or-the-market-is-silent',
  },
  settlementSilent: {
    measurement: 'settlement_age_seconds',
    above: MINUTE,
    title: 'Settlement has stopped: deposits and payouts are late',
    unit: 'seconds',
    section: 'settlement-has-stopped',
  },
  reserveShort: {
    measurement: 'reserve_short',
    above: 0,
    title: 'The reserve of {label} is too small for the smallest order',
    unit: 'none',
    section: 'a-reserve-is-low',
  },
  reserveLow: {
    measurement: 'reserve_share',
    below: 1,
    title: 'The reserve of {label} is below its threshold',
    unit: 'times',
    section: 'a-reserve-is-low',
  },
  serverErrors: {
    measurement: 'http_error_share',
    above: 0.01,
    title: 'Requests fail with server errors',
    unit: 'share',
    section: 'requests-fail-or-mails-wait',
  },
  backupOld: {
    measurement: 'backup_age_seconds',
    above: 26 * HOUR,
    title: 'The newest backup is too old',
    unit: 'seconds',
    section: 'back-up',
  },
  mailQueued: {
    measurement: 'mail_queued_seconds',
    above: 15 * MINUTE,
    title: 'Mails wait',
    unit: 'seconds',
    section: 'requests-fail-or-mails-wait',
  },
  purchaseFailed: {
    measurement: 'purchase_waiting_seconds',
    label: 'DELIVERY_FAILED',
    above: 15 * MINUTE,
    title: 'The card provider took money and could not send the coins',
    unit: 'seconds',
    section: 'a-card-purchase-is-stuck',
  },
  purchaseContradicted: {
    measurement: 'purchase_waiting_seconds',
    label: 'CONTRADICTED',
    above: 0,
    title: 'A report of the card provider contradicts its purchase',
    unit: 'none',
    section: 'a-card-purchase-is-stuck',
  },
  purchaseSilent: {
    measurement: 'purchase_waiting_seconds',
    label: 'AT_PROVIDER',
    above: 2 * HOUR,
    title: 'The card provider reports nothing about a purchase',
    unit: 'seconds',
    section: 'a-card-purchase-is-stuck',
  },
  hedgingUnresolved: {
    measurement: 'hedging_trouble_seconds',
    label: 'UNRESOLVED',
    above: 2 * MINUTE,
    title: 'It is not known what became of an order on the exchange, and its coin is not hedged',
    unit: 'seconds',
    section: 'hedging-has-stopped',
  },
  hedgingStopped: {
    measurement: 'hedging_trouble_seconds',
    label: 'STOPPED',
    above: 0,
    title: 'A coin is not hedged any more: the exchange has refused three orders',
    unit: 'none',
    section: 'hedging-has-stopped',
  },
  hedgingRecovery: {
    measurement: 'hedging_trouble_seconds',
    label: 'RECOVERY',
    above: 5 * MINUTE,
    title: 'Our account at the exchange is in RECOVERY: nothing is hedged',
    unit: 'seconds',
    section: 'hedging-has-stopped',
  },
  hedgingCost: {
    measurement: 'hedging_cost_share',
    above: 0.1,
    title: 'The fees of the exchange take much of what customers pay in fees',
    unit: 'share',
    section: 'hedging-costs-too-much',
  },
  clockFast: {
    measurement: 'clock_offset_seconds',
    above: 2,
    title: 'The clock of the host is fast',
    unit: 'seconds',
    section: 'the-clock-is-wrong',
  },
  clockSlow: {
    measurement: 'clock_offset_seconds',
    below: -2,
    title: 'The clock of the host is slow',
    unit: 'seconds',
    section: 'the-clock-is-wrong',
  },
} as const satisfies Record<string, AlertRule>;

export type AlertName = keyof typeof ALERT_RULES;

import { PURCHASE_OPEN_MS } from '../../contract/fiat/cardPurchase.ts';
import { amount, isPositive, sum, toDecimal, type Decimal } from '../../contract/money.ts';
import { repeat } from '../common/repeat.ts';
import { readSignedRows } from '../guarantee/signedRows.ts';
import { findOldestDueMail, listRecentPayments } from '../db/repositories/alerts.ts';
import { findWaitingPurchases, type WaitingPurchase } from '../db/repositories/fiat/cardPurchases.ts';
import { findHostSetting } from '../db/repositories/hostSettings.ts';
import { readHedgingCost } from '../hedging/hedgingCost.ts';
import { findHedgingTroubles, type HedgingTroubles } from '../hedging/hedgingTroubles.ts';
import type { PaymentContext } from '../payments/paymentContext.ts';
import { availableBalance } from '../payments/treasury.ts';

/** The host setting with the time of the last complete backup, in ISO 8601. */
export const LAST_BACKUP = 'last backup';

/** What alerts know of the database, as it was when it last answered. Shares are numbers: no money is computed from them. */
export interface StoredState {
  /** Share of an hourly cap (D41, D56) that the last ten minutes used, by coin, and ALL */
  capShares: Readonly<Record<string, number>>;
  /** Free reserve as a multiple of its threshold, by coin */
  reserveShares: Readonly<Record<string, number>>;
  /** Since when the oldest queued mail has waited, in ms since 1970; null: none waits */
  mailDueAt: number | null;
  /**
   * When the oldest card purchase that the provider has to report about last changed, in ms since 1970; null: there is none. After
   * `PURCHASE_OPEN_MS` it no longer counts.
   */
  purchasesAt: Readonly<Record<WaitingPurchase, number | null>>;
  /** Since when trading on an exchange has each trouble (D71), in ms since 1970; null: it has not */
  hedgingAt: HedgingTroubles;
  /** Fees of exchanges as a share of the fee income (D71) */
  hedgingCost: number;
  /** When the last complete backup was made, in ms since 1970; null: none is known */
  backupAt: number | null;
}

/** Reads the database every half minute. The last state stays when the database does not answer. */
export interface StoredStateMonitor {
  read(): Promise<void>;
  last(): StoredState | null;
  start(): () => Promise<void>;
}

const READ_EVERY_MS = 30_000;
const TEN_MINUTES_MS = 600_000;

export function createStoredStateMonitor(context: PaymentContext): StoredStateMonitor {
  const { database, catalogue, now, log } = context;
  let state: StoredState | null = null;
  const read = async (): Promise<void> => {
    state = {
      capShares: await readCapShares(context),
      reserveShares: await readReserveShares(context),
      mailDueAt: await findOldestDueMail(database, now()),
      purchasesAt: await findWaitingPurchases(database, now() - PURCHASE_OPEN_MS),
      hedgingAt: await findHedgingTroubles(database),
      hedgingCost: await readHedgingCost(database, catalogue, now()),
      backupAt: await readBackupTime(context),
    };
  };
  const onError = (error: unknown): void =>
    log.warn({ err: error }, 'alerts and metrics show the previous state of the database');
  return { read, last: () => state, start: () => repeat(read, { pauseMs: READ_EVERY_MS, onError }) };
}

async function readBackupTime({ database }: PaymentContext): Promise<number | null> {
  const time = await findHostSetting(database, LAST_BACKUP);
  return time === undefined ? null : Date.parse(time);
}

async function readCapShares({ database, caps, now }: PaymentContext): Promise<Record<string, number>> {
  const payments = await listRecentPayments(database, now() - TEN_MINUTES_MS);
  const coins = Map.groupBy(payments, ({ instrument }) => instrument);
  // What an operator released does not count towards the cap of all coins.
  const counted = payments.filter((payment) => payment.overridden_at === null);
  return Object.fromEntries([
    ['ALL', share(totalOf(counted), caps.perHourTotalUsd)],
    ...[...coins].map(([coin, ofCoin]) => [coin, share(totalOf(ofCoin), caps.perHourUsd)]),
  ]) as Record<string, number>;
}

const totalOf = (payments: readonly { usd_value: Decimal | null }[]): Decimal =>
  sum(payments.map(({ usd_value }) => usd_value ?? '0'));

async function readReserveShares(context: PaymentContext): Promise<Record<string, number>> {
  const shares: Record<string, number> = {};
  const { reserve_thresholds: thresholds } = await readSignedRows(context);
  for (const { instrument, amount: threshold } of thresholds.values()) {
    shares[instrument] = share(await availableBalance(context, context.database, instrument), threshold);
  }
  return shares;
}

function share(part: Decimal, whole: Decimal): number {
  return isPositive(whole) ? Number(toDecimal(amount(part).div(amount(whole)))) : 0;
}

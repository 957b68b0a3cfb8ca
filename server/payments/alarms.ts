import { ApiError } from '../../contract/errors.ts';
import type { PaymentContext } from './paymentContext.ts';

/** Hold reason: an alarm of the books is older than what is paid. */
export const BOOKS_ALARM = 'BOOKS_ALARM';

/** What an alarm about our account at an exchange concerns: it stops hedging, and no order. */
export const VENUE_PART = 'VENUE';

/** Throws ERR_SERVICE_UNAVAILABLE while reconciliation has an alarm that concerns one of these parts: networks, or EARNINGS. */
export function checkNoAlarm({ alarmSince }: Pick<PaymentContext, 'alarmSince'>, parts: readonly string[]): void {
  if (alarmSince(parts) === null) return;
  throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'We are checking our books at the moment. Nothing was taken. Try again later.');
}

/** Returns the reason to hold a payment for something that was created at `createdAt`, after such an alarm; null: there is none. */
export function alarmHold(
  { alarmSince }: Pick<PaymentContext, 'alarmSince'>,
  parts: readonly string[],
  createdAt: number,
): typeof BOOKS_ALARM | null {
  const since = alarmSince(parts);
  return since !== null && createdAt >= since ? BOOKS_ALARM : null;
}

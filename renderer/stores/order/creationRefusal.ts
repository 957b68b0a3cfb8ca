import { PAYOUT_FEE_REASON } from '../../../contract/features.ts';
import type { PairData } from '../../../contract/api/rates.ts';
import { ApiError } from '../../../contract/errors.ts';
import { isDecimal, isPositive, type Decimal } from '../../../contract/money.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { addressProblem } from './addressProblem.ts';

/** Why an order was not created, and what the customer can do (§8). */
export type CreationRefusal =
  /** The form asks for consent to the new rate (D4) */
  | { kind: 'rateChanged'; pair: PairData; isPayoutFee?: boolean }
  /** The form shows the problem at its field */
  | { kind: 'field'; field: string; message: MessageId }
  /** The form reloads limits, modes and pairs, and shows what is wrong */
  | { kind: 'form'; message: MessageId }
  /** The form offers the largest amount for which a fixed rate is possible (D54), in instrumentFrom, and the floating rate */
  | { kind: 'fixedLimit'; message: MessageId; most: Decimal | null }
  /** The provider of card purchases wants to verify the customer first (§8) */
  | { kind: 'verify' }
  /** The same order can be retried */
  | { kind: 'retry'; message: MessageId; requestId: string }
  /** The order is impossible with this input */
  | { kind: 'refused'; message: MessageId; requestId: string; most?: string };

/** Maps an error of orders.create to a refusal. A lost response is retried and does not get here. */
export function creationRefusal(error: unknown): CreationRefusal {
  if (!(error instanceof ApiError)) return { kind: 'retry', message: 'error_create_order_unknwon', requestId: '' };
  const { code, details = {}, message, requestId } = error;
  if (message.includes('KYC verification needed')) return { kind: 'verify' };
  switch (code) {
    case 'ERR_RATE_CHANGED':
      return isPairData(details['pairData'])
        ? {
            kind: 'rateChanged',
            pair: details['pairData'],
            ...(details['reason'] === PAYOUT_FEE_REASON && { isPayoutFee: true }),
          }
        : { kind: 'form', message: 'error_create_exchange' };
    case 'ERR_VALIDATION':
      return typeof details['field'] === 'string'
        ? { kind: 'field', field: details['field'], message: fieldProblem(details['field'], details) }
        : { kind: 'form', message: 'error_create_exchange' };
    case 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_SMALL':
    case 'ERR_CLAIMED_DEPOSIT_AMOUNT_TOO_BIG':
    case 'ERR_PAIR_NOT_ACTIVE':
    case 'ERR_NOT_ACCEPTABLE':
      return { kind: 'form', message: 'error_create_exchange' };
    case 'ERR_UNPROCESSABLE_ENTITY':
      return { kind: 'fixedLimit', message: 'order.pending.fixedLimit', most: limitOf(details['expected']) };
    case 'ERR_FORBIDDEN': {
      const isBlacklisted = /blacklisted/i.test(message);
      return { kind: 'refused', message: isBlacklisted ? 'error_address_blacklisted' : 'error_create_exchange', requestId };
    }
    case 'ERR_NO_LIQUIDITY_AVAILABLE': {
      const most = details['available'] ?? details['expected'];
      return { kind: 'refused', message: 'order.pending.noLiquidity', requestId, ...(typeof most === 'string' && { most }) };
    }
    case 'ERR_TOO_MANY_REQUESTS':
      return { kind: 'retry', message: 'order.pending.tooMany', requestId };
    case 'ERR_SERVICE_UNAVAILABLE':
      return { kind: 'retry', message: 'order.pending.noAnswer', requestId };
    case 'ERR_INTERNAL_SERVER_ERROR':
    case 'ERR_IDEMPOTENCY_MISMATCH':
      return { kind: 'retry', message: 'error_create_order_unknwon', requestId };
    default:
      return { kind: 'refused', message: 'error_create_exchange', requestId };
  }
}

/** True when the host does not know the referrer. The order is then created without it (§8). */
export function isUnknownReferrer(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'ERR_NOT_FOUND' && error.message.includes('referrerAffiliateId');
}

const limitOf = (most: unknown): Decimal | null => (isDecimal(most) && isPositive(most) ? most : null);

function fieldProblem(field: string, { code, reason }: Record<string, unknown>): MessageId {
  if (field === 'userEmail') return 'EMAIL_VALIDATION_ERROR';
  return field.endsWith('Address') ? addressProblem(reason === 'address_contract' ? reason : code) : 'error_create_exchange';
}

function isPairData(value: unknown): value is PairData {
  return typeof value === 'object' && value !== null && 'amountToGet' in value && 'price' in value && 'instrumentFrom' in value;
}

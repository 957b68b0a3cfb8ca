import { ownValue } from '../../contract/tables/ownValue.ts';
import type { PurchaseStage, PurchaseTransition } from '../../contract/fiat/cardPurchase.ts';
import type { ProviderReport } from '../ports/fiat/fiatProvider.ts';
import type { PurchaseEndReason } from '../db/tables/fiat.ts';

/** What all reports together say of a purchase, in whatever order they arrived */
export interface ReportedStage {
  /** null: no report has a status that this version knows */
  stage: PurchaseStage | null;
  transition: PurchaseTransition | null;
  wasHeld: boolean;
  endReason: PurchaseEndReason | null;
  /** The newest report is one whose status this version does not know */
  isProcessing: boolean;
}

type Report = Pick<ProviderReport, 'type' | 'status' | 'updatedAt'>;

const AUTHORISING = ['new', 'pending', 'descriptor_failed', 'failed_exchange'];
const HELD = 'order_scheduled';
/** Final statuses of a payment: one of them counts before all others. `refunded` is not documented, and is accepted anyway. */
const FINAL = ['paid', 'order_failed', 'cancelled', 'refunded'];
const SENDING = ['new', 'pending'];
/** The last word about a delivery: the coin was sent, and the customer sees its transaction. */
const COMPLETED = 'completed';
const SENT = [COMPLETED, 'failed'];

const KNOWN: Readonly<Record<string, readonly string[]>> = {
  buy: [...AUTHORISING, HELD, ...FINAL],
  withdraw: [...SENDING, 'order_scheduled', ...SENT],
};

/**
 * Derives the stage from all reports of a purchase. The result depends on their set only, so that reports that are repeated, late or out
 * of order change nothing: within a payment or a delivery a final status counts before another one, then the newer before the older one,
 * then the later one of the lists above. A delivery that was completed stays completed.
 */
export function stageOfReports(reports: readonly Report[]): ReportedStage {
  const known = reports.filter(({ type, status }) => ownValue(KNOWN, type)?.includes(status));
  const [payment, delivery] = [lastOf(known, 'buy', FINAL), lastOf(known, 'withdraw', SENT)];
  const wasTaken = known.some(({ type, status }) => type === 'withdraw' || status === 'paid');
  const wasHeld = wasTaken || known.some(({ status }) => status === HELD || status === 'refunded');
  const newest = reports.reduce((most, { updatedAt }) => Math.max(most, updatedAt), -1);
  const isProcessing =
    reports.some((one) => one.updatedAt === newest && !known.includes(one)) && !known.some((one) => one.updatedAt === newest);
  const found = outcome(payment, delivery, wasHeld, wasTaken);
  return { ...found, wasHeld, isProcessing };
}

type Outcome = Pick<ReportedStage, 'stage' | 'transition' | 'endReason'>;
const at = (stage: PurchaseStage, transition: PurchaseTransition, endReason: PurchaseEndReason | null = null): Outcome => ({
  stage,
  transition,
  endReason,
});

function outcome(payment: Report | null, delivery: Report | null, wasHeld: boolean, wasTaken: boolean): Outcome {
  if (delivery?.status === COMPLETED) return at('DELIVERED', 'delivered');
  const isOver = payment !== null && FINAL.includes(payment.status) && payment.status !== 'paid';
  // The end of a payment is the last word unless the delivery says more, later.
  if (delivery && !(isOver && payment.updatedAt >= delivery.updatedAt)) {
    return delivery.status === 'failed' ? at('DELIVERY_FAILED', 'deliveryFailed') : at('DELIVERING', 'deliveryStarted');
  }
  if (payment === null) return { stage: null, transition: null, endReason: null };
  switch (payment.status) {
    case 'paid':
      return at('PAID', 'paid');
    case 'order_failed':
      return at('DECLINED', 'declined', 'DECLINED_BY_BANK');
    case 'cancelled':
    case 'refunded': {
      const reason = payment.status === 'refunded' || wasTaken ? 'REFUNDED' : wasHeld ? 'NOT_VERIFIED' : 'NOT_CONFIRMED';
      return at('CANCELLED', wasHeld ? 'released' : 'cancelled', reason);
    }
    case HELD:
      return at('VERIFYING', 'verificationNeeded');
    default:
      return at('AUTHORISING', 'authorising');
  }
}

/** Returns the report that counts; null: there is none of this type. */
function lastOf(reports: readonly Report[], type: string, final: readonly string[]): Report | null {
  const order = ownValue(KNOWN, type) ?? [];
  const weight = ({ status, updatedAt }: Report): [number, number, number] => [
    status === COMPLETED ? 2 : final.includes(status) ? 1 : 0,
    updatedAt,
    order.indexOf(status),
  ];
  return reports
    .filter((report) => report.type === type)
    .reduce<Report | null>((last, report) => (last && isMore(weight(last), weight(report)) ? last : report), null);
}

function isMore(left: readonly number[], right: readonly number[]): boolean {
  const index = left.findIndex((value, position) => value !== right[position]);
  return index >= 0 && (left[index] ?? 0) > (right[index] ?? 0);
}

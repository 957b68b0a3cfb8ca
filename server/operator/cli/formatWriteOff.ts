import type { EffectOf, RefusalOf } from '../acts/index.ts';
import type { NamedDeposit, NotWrittenOff } from '../acts/writeOff.ts';

export function formatWriteOff({ orderId, groups, skipped }: EffectOf<'write-off'>): string {
  const done = groups.map(({ deposits, cancelled, endsOrder }) =>
    endsOrder
      ? `The order ended as VOID: ${describe(deposits)} is written off, and ${cancelled} is cancelled.`
      : `${describe(deposits)} is written off.`,
  );
  const later = 'If a written-off deposit is mined again, the host records it as an extra deposit.';
  return [...done, later, ...skipped.map((one) => describeSkipped(one, orderId))].join('\n');
}

export function formatWriteOffRefusal(refusal: RefusalOf<'write-off'>, orderId: string): string {
  switch (refusal.refused) {
    case 'NO_ORDER':
      return `There is no order ${orderId}.`;
    case 'NOTHING_MISSING': {
      const { earlier, hasBooked, status } = refusal;
      if (earlier.length > 0)
        return `Nothing was written off: ${describe(earlier)} is written off already, and order ${orderId} is ${status}.`;
      return hasBooked
        ? `Nothing was written off: every booked deposit of order ${orderId} is in a block.`
        : `Nothing was written off: order ${orderId} has no booked deposit.`;
    }
    case 'NOT_POSSIBLE':
      return refusal.skipped.map((one) => describeSkipped(one, orderId)).join('\n');
  }
}

function describeSkipped(skipped: NotWrittenOff, orderId: string): string {
  switch (skipped.reason) {
    case 'SENT':
      return `${describe(skipped.deposits)} is not written off: ${skipped.sendId ?? orderId} has left, or may be on its way.`;
    case 'REFUND_SENT':
      return `${describe(skipped.deposits)} is not written off: its refund has left, or may be on its way. Run: show ${orderId}`;
    case 'PARTLY_MISSING': {
      const { deposits, present, sendId } = skipped;
      return (
        `Nothing was written off: ${describe(deposits)} is in no block, ${describe(present)} is, and ${sendId} is based on both. ` +
        `Wait until all of them are in a block or none is. Or run: override ${sendId}. It is then sent in full, the missing deposit is our ` +
        `loss, and \`npm run reconcile -- accept\` acknowledges it.`
      );
    }
    case 'SWEPT':
      return `Not written off: A sweep of ${skipped.instrument} on ${skipped.network} is confirmed and moved these coins to the treasury. Check its transaction.`;
  }
}

function describe(deposits: readonly NamedDeposit[]): string {
  return deposits.map(({ amount, instrument, tx_hash }) => `${amount} ${instrument} of ${tx_hash}`).join(', ');
}

import { isoTime } from '../../../contract/isoTime.ts';
import { RESTORED } from '../../db/repositories/restoredBooks.ts';
import { PAYOUTS_STOPPED } from '../../db/repositories/switches.ts';
import type { OutboxRow } from '../../db/tables/payments.ts';
import type { UnresolvedItem, UnresolvedList } from '../unresolved.ts';

type SendItem = Extract<UnresolvedItem, { send: OutboxRow }>;

export function formatUnresolved(lists: readonly UnresolvedList[]): string {
  const sections = lists.map(({ kind, count, items, nextPage }) => {
    const more = nextPage === null ? [] : [`  Next page: list ${kind} ${nextPage}`];
    return [`${kind}: ${count}`, ...items.map((item) => `  ${formatItem(item)}`), ...more].join('\n');
  });
  return sections.join('\n\n');
}

/** Returns an item with its next command. */
export function formatItem(item: UnresolvedItem): string {
  const next = nextCommand(item);
  return [`${describe(item)}, since ${isoTime(item.since)}`, ...(next === null ? [] : [`      → ${next}`])].join('\n');
}

/** Returns the next command, without `npm run operator --`; null when no command helps. */
export function nextCommand(item: UnresolvedItem): string | null {
  switch (item.kind) {
    case 'HELD':
      // Its customer decides.
      return item.send.reason === RESTORED ? null : `release ${item.send.id}`;
    case 'FAILED':
    case 'REFUSED':
    case 'OVERDUE':
      // Without a connection, or a host that works on the network, a retry would change nothing.
      return item.isConnected && !item.isUntried && !isStopped(item) ? `retry ${item.send.id}` : null;
    case 'DEPOSIT_REORGED':
      // docs/operator.md: somebody looks the transaction up first.
      return null;
    case 'SHORT':
      return `settle ${item.send.id} NOTE`;
    case 'CLAIM':
      return `attribute ${transferOf(item.claim)} ${item.claim.order_id}`;
    case 'DECISION':
      return `refund ${item.order.order_id} ADDRESS`;
    case 'EXTRA': {
      const { order_id, network, network_from } = item.deposit;
      return `refund ${order_id} ADDRESS${network === network_from ? '' : ` ${network}`}`;
    }
    case 'UNATTRIBUTED':
      return `attribute ${transferOf(item.deposit)} ORDER`;
  }
}

function describe(item: UnresolvedItem): string {
  switch (item.kind) {
    case 'CLAIM': {
      const { order_id, network, reason } = item.claim;
      return `${transferOf(item.claim)} on ${network} claimed for order ${order_id}, ${reason ?? ''}`;
    }
    case 'DECISION': {
      const { order_id, decision_reason, amount, instrument } = item.order;
      return `order ${order_id}, ${decision_reason ?? ''}: ${amount} ${instrument} without a refund address`;
    }
    case 'EXTRA': {
      const { order_id, amount, instrument } = item.deposit;
      return `order ${order_id}: ${amount} ${instrument} of ${transferOf(item.deposit)} without a refund address`;
    }
    case 'UNATTRIBUTED': {
      const { amount, instrument, memo } = item.deposit;
      return `${amount} ${instrument} of ${transferOf(item.deposit)}, ${memo === null ? 'without memo' : `memo ${memo}`}`;
    }
    case 'SHORT':
      return `${describeSend(item)}, ${item.send.arrived_amount ?? ''} arrived`;
    case 'HELD':
    case 'FAILED':
    case 'DEPOSIT_REORGED':
    case 'REFUSED':
    case 'OVERDUE':
      return describeSend(item);
  }
}

function describeSend(item: SendItem): string {
  const { id, state, reason, amount, instrument, network, usd_value, to_address, memo } = item.send;
  const value = usd_value === null ? 'value unknown' : `about ${usd_value} USD`;
  const to = memo === null ? to_address : `${to_address} (memo ${memo})`;
  const isIdle = item.isUntried && !isStopped(item);
  const problem = item.isConnected ? (isIdle ? ', no attempt was made' : '') : `, ${network} is not connected`;
  return `${id}  ${[state, reason].filter(Boolean).join(' ')}  ${amount} ${instrument} (${value}) to ${to}${problem}`;
}

const isStopped = ({ send }: SendItem): boolean => send.state === 'PENDING' && send.reason === PAYOUTS_STOPPED;

const transferOf = ({ tx_hash, transfer_index }: { tx_hash: string; transfer_index: number }): string =>
  `${tx_hash}#${transfer_index}`;

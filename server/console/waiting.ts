import type { OperatorScope } from '../../contract/accounts/operatorScopes.ts';
import type { ActOffer } from '../../contract/console/acts.ts';
import type { Waiting, WaitingInput, WaitingItem } from '../../contract/console/overview.ts';
import { isoTime } from '../../contract/isoTime.ts';
import { PAYOUTS_STOPPED } from '../db/repositories/switches.ts';
import type { OutboxRow } from '../db/tables/payments.ts';
import type { TransferFees } from '../db/repositories/unresolved.ts';
import { isCustomerSend } from '../payments/outbox/enqueue.ts';
import type { OperatorContext } from '../operator/operatorContext.ts';
import { listUnresolved, UNRESOLVED_KINDS, type UnresolvedItem } from '../operator/unresolved.ts';

/** Who may see what an item is about. Others see only how many there are. */
const SEE_ITEMS: readonly OperatorScope[] = ['orders.read', 'orders.act'];

/** Returns a page of what waits for an operator. `fees`: the last known transfer fees, so that no network is asked. */
export async function readWaiting(
  context: OperatorContext,
  scopes: readonly OperatorScope[],
  { kind, page = '1' }: WaitingInput,
  fees: TransferFees,
): Promise<Waiting> {
  const kinds = UNRESOLVED_KINDS.filter((one) => kind === undefined || one === kind);
  const lists = await listUnresolved(context, { kinds, page: Number(page), fees });
  const isVisible = scopes.some((scope) => SEE_ITEMS.includes(scope));
  return { lists: lists.map(({ items, ...list }) => ({ ...list, items: isVisible ? items.map(presentItem) : [] })) };
}

/** Returns an unresolved item with the acts that fit it. */
export function presentItem(item: UnresolvedItem): WaitingItem {
  const nothing = {
    orderId: null,
    withdrawalId: null,
    network: null,
    instrument: null,
    amount: null,
    arrivedAmount: null,
    usdValue: null,
    address: null,
    memo: null,
    transfer: null,
    state: null,
    reason: null,
    isConnected: true,
  };
  const common = { ...nothing, kind: item.kind, since: isoTime(item.since), acts: actsFor(item) };
  if ('send' in item) {
    const { send, isConnected } = item;
    return {
      ...common,
      subject: send.id,
      orderId: send.order_id,
      withdrawalId: send.withdrawal_id,
      network: send.network,
      instrument: send.instrument,
      amount: send.amount,
      arrivedAmount: send.arrived_amount,
      usdValue: send.usd_value,
      address: send.to_address,
      memo: send.memo,
      state: send.state,
      reason: send.reason,
      isConnected,
    };
  }
  if (item.kind === 'DECISION') {
    const { order_id, decision_reason, instrument, amount } = item.order;
    return { ...common, subject: order_id, orderId: order_id, instrument, amount, reason: decision_reason };
  }
  if (item.kind === 'CLAIM') {
    const { order_id, network, reason, state } = item.claim;
    const transfer = transferOf(item.claim);
    return { ...common, subject: transfer, transfer, orderId: order_id, network, reason, state };
  }
  const { order_id, network, instrument, amount } = item.deposit;
  const transfer = transferOf(item.deposit);
  const memo = item.kind === 'UNATTRIBUTED' ? item.deposit.memo : null;
  return { ...common, subject: transfer, transfer, orderId: order_id, network, instrument, amount, memo };
}

export const transferOf = ({ tx_hash, transfer_index }: { tx_hash: string; transfer_index: number }): string =>
  `${tx_hash}#${transfer_index}`;

/** An order that a restored backup does not know is restored from the file that its customer saved. */
export const restoreOffer = (): ActOffer =>
  offer('restore-order', {}, ['guarantee', 'refundAddress', 'refundMemo', 'isNoPayment', 'collectedBy']);

/** Returns the acts that fit an item, the most usual one first. */
function actsFor(item: UnresolvedItem): ActOffer[] {
  if ('send' in item) return actsForSend(item);
  if (item.kind === 'DECISION') return [refundOffer(item.order.order_id)];
  if (item.kind === 'CLAIM') {
    const { order_id: orderId, tx_hash: txHash } = item.claim;
    return [offer('attribute', { transfer: transferOf(item.claim), orderId }), offer('reject', { txHash, orderId })];
  }
  const { order_id: orderId, network } = item.deposit;
  if (item.kind === 'UNATTRIBUTED')
    return [offer('attribute', { transfer: transferOf(item.deposit) }, ['orderId']), restoreOffer()];
  const isOther = 'network_from' in item.deposit && item.deposit.network_from !== network;
  return orderId === null ? [] : [refundOffer(orderId, isOther ? network : null)];
}

/** Returns the acts that fit a payment in its state, whether or not it waits for an operator. */
export function actsForPayment(send: OutboxRow): ActOffer[] {
  const { id: sendId, state } = send;
  if (send.arrived_amount !== null && send.arrival_note === null) return [offer('settle', { sendId }, ['note'])];
  const cancels = send.kind === 'WITHDRAWAL' ? [offer('cancel', { sendId })] : [];
  const overrides = send.kind === 'WITHDRAWAL' ? [] : [offer('override', { sendId })];
  if (!isCustomerSend(send.kind)) return [];
  if (state === 'HELD') return [offer('release', { sendId }), ...cancels];
  if (state === 'FAILED' || state === 'REFUSED')
    return [offer('retry', { sendId }), ...(state === 'REFUSED' ? overrides : []), ...cancels];
  return state === 'PENDING' ? [offer('retry', { sendId }), ...cancels] : [];
}

function actsForSend({ kind, send, isConnected, isUntried }: Extract<UnresolvedItem, { send: object }>): ActOffer[] {
  const { id: sendId } = send;
  const isStopped = send.state === 'PENDING' && send.reason === PAYOUTS_STOPPED;
  const isOfOrder = send.order_id !== null;
  const retries = isConnected && !isUntried && !isStopped ? [offer('retry', { sendId })] : [];
  const cancels = send.kind === 'WITHDRAWAL' ? [offer('cancel', { sendId })] : [];
  const refunds = send.kind === 'PAYOUT' && isOfOrder ? [refundOffer(send.order_id ?? '')] : [];
  const redirects = send.kind === 'REFUND' && isOfOrder ? [refundOffer(sendId)] : [];
  switch (kind) {
    case 'HELD':
      return [offer('release', { sendId }), ...refunds, ...redirects, ...cancels];
    case 'FAILED':
    case 'REFUSED':
      return [...retries, ...refunds, ...redirects, ...cancels];
    case 'DEPOSIT_REORGED':
      return isOfOrder ? [offer('override', { sendId })] : cancels;
    case 'OVERDUE':
      return retries;
    case 'SHORT':
      return [offer('settle', { sendId }, ['note'])];
  }
}

export const offer = (act: string, input: Record<string, unknown>, asks: string[] = []): ActOffer => ({ act, input, asks });

/** A refund to an address that the operator names. On networks with memos, `memoOrNetwork` is the memo. */
export const refundOffer = (target: string, network: string | null = null): ActOffer =>
  offer('refund', { target, isReplacing: true, ...(network !== null && { memoOrNetwork: network }) }, [
    'address',
    ...(network === null ? ['memoOrNetwork'] : []),
  ]);

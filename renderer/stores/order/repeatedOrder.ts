import type { Order } from '../../../contract/api/orders.ts';
import type { KeyValueStorage } from '../../../contract/platform.ts';
import type { ExchangeDraft } from '../exchange/exchangeDraft.ts';
import { DRAFT_KEY } from '../storedJson.ts';

/**
 * Stores a draft that repeats an order with its pair, amount, rate mode, addresses and memos. The next form of this pair shows it.
 * `refund`: the full address, where this tab knows it. The order has it masked.
 */
export function writeRepeatedOrder(storage: KeyValueStorage, order: Order, refund: string): void {
  const draft: ExchangeDraft = {
    send: order.pair.instrumentFrom.slug,
    receive: order.pair.instrumentTo.slug,
    typedSide: 'send',
    typedText: order.claimedDepositAmount,
    writtenAmount: order.claimedDepositAmount,
    chosenMode: order.rateMode,
    destination: order.destinationAddress,
    destinationMemo: order.destinationAddressMemo ?? '',
    isMemoWaived: order.pair.instrumentTo.requiresMemo && order.destinationAddressMemo === null,
    isRefundMemoWaived: refund !== '' && order.pair.instrumentFrom.requiresMemo && order.refundAddressMemo === null,
    refund,
    refundMemo: refund === '' ? '' : (order.refundAddressMemo ?? ''),
    email: '',
    areTermsAccepted: false,
    isRepeated: true,
  };
  storage.set(DRAFT_KEY, JSON.stringify(draft));
}

import type { Order } from '../../contract/schemas/orders.ts';
import { confirmationProgress, hasExtra, orderStage, type OrderStage } from '../../contract/orderStage.ts';
import { shortened } from '../../contract/shortened.ts';
import type { MailLanguage } from '../mail/mailLanguage.ts';

/** What a chat shows of an order. */
export interface OrderMessage {
  /** The same as long as the text is the same, in every language */
  key: string;
  /** The customer must act, or something has ended: it is a message of its own, which the messenger announces. */
  isNews: boolean;
  text(language: MailLanguage): string;
}

/** Stages in which the customer must act, or that end something. All others replace the text of the last message. */
const NEWS: readonly OrderStage[] = ['partlyPaid', 'depositReorged', 'decision', 'expired', 'completed', 'refunded'];

/** Why money that is on its way has not arrived */
const LATE_REASONS = ['PAYOUT_HELD', 'PAYOUT_FAILED', 'PAYOUT_DELAYED', 'DEPOSIT_REORGED', 'DEPOSIT_BLOCKED'] as const;
/** A delay often ends by itself soon. What waits for a person is announced. */
const WAITS_FOR_PERSON: readonly string[] = ['PAYOUT_HELD', 'PAYOUT_FAILED', 'DEPOSIT_BLOCKED'];

/** Returns the message about an order as it is now: its stage, short id and coins. Never an address, a hash or a token. */
export function orderMessage(order: Order): OrderMessage {
  const stage = orderStage(order);
  const isExtra = hasExtra(order) && order.attention?.reason === 'EXTRA_DEPOSIT';
  const isSending = stage === 'payingOut' || stage === 'refunding';
  const late = isSending ? LATE_REASONS.find((reason) => reason === order.attention?.reason) : undefined;
  const { have, need } = confirmationProgress(order);
  const { instrumentFrom, instrumentTo } = order.pair;
  return {
    key: [
      stage,
      ...(stage === 'confirming' ? [`${have}/${need}`] : []),
      ...(isExtra ? ['extra'] : []),
      ...(late ? [late] : []),
    ].join(' '),
    isNews: NEWS.includes(stage) || isExtra || (late !== undefined && WAITS_FOR_PERSON.includes(late)),
    text: (language) => {
      const values = {
        order: shortened(order.orderId, 6, 4),
        pair: `${instrumentFrom.currencyTitle} → ${instrumentTo.currencyTitle}`,
        have,
        need,
      };
      return [
        language.text('messenger.order.title', values),
        language.text(`messenger.order.${stage}`, values),
        ...(late ? [language.text(`messenger.order.late.${late}`)] : []),
        ...(isExtra ? [language.text('messenger.order.extra')] : []),
      ].join('\n');
    },
  };
}

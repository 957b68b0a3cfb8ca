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

/** Returns the message about an order as it is now: its stage, short id and coins. Never an address, a hash or a token. */
export function orderMessage(order: Order): OrderMessage {
  const stage = orderStage(order);
  const isExtra = hasExtra(order) && order.attention?.reason === 'EXTRA_DEPOSIT';
  const { have, need } = confirmationProgress(order);
  const { instrumentFrom, instrumentTo } = order.pair;
  return {
    key: [stage, ...(stage === 'confirming' ? [`${have}/${need}`] : []), ...(isExtra ? ['extra'] : [])].join(' '),
    isNews: NEWS.includes(stage) || isExtra,
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
        ...(isExtra ? [language.text('messenger.order.extra')] : []),
      ].join('\n');
    },
  };
}

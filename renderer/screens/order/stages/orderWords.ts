import type { IntlShape } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import type { LocaleCode } from '../../../i18n/locales.ts';
import type { GuaranteeStore } from '../../../stores/order/GuaranteeStore.ts';
import type { OrderWords } from '../../../stores/order/NotifyStore.ts';
import { attentionMessage } from './attentionMessage.ts';
import { concernedPayment } from './concernedPayment.ts';
import { titleOf } from './orderTitle.ts';
import { shortened } from '../TransactionLink.tsx';

/** What the order's page says now, in its heading and its notices: that is what is told to who does not look at it. */
export function orderWords(
  order: Order,
  guarantee: Pick<GuaranteeStore, 'isSendingRefused'>,
  intl: IntlShape,
  locale: LocaleCode,
): OrderWords {
  return {
    title: titleOf(order, guarantee, intl, locale),
    order: intl.formatMessage({ id: 'notify.order' }, { order: shortened(order.orderId) }),
    notices: [...attention(order, intl), ...claims(order, intl)],
  };
}

function attention(order: Order, intl: IntlShape): OrderWords['notices'] {
  if (order.attention?.reason === 'EXTRA_DEPOSIT') {
    return [{ about: 'EXTRA_DEPOSIT', text: intl.formatMessage({ id: 'order.extra.title' }) }];
  }
  const message = attentionMessage(order);
  if (message === null) return [];
  const what = concernedPayment(order);
  return [{ about: `${order.attention?.reason} ${what}`, text: intl.formatMessage({ id: message }, { what }) }];
}

function claims({ claims: shown = [] }: Order, intl: IntlShape): OrderWords['notices'] {
  const decided = shown.filter(({ state }) => state === 'ATTRIBUTED' || state === 'REJECTED');
  return decided.map(({ txHash: hash, state }) => ({
    about: `${state} ${hash}`,
    text: intl.formatMessage({ id: state === 'REJECTED' ? 'claim.state.rejected' : 'claim.state.attributed' }, { hash }),
  }));
}

import type { IntlShape } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import type { LocaleCode } from '../../../../contract/paths/locales.ts';
import type { GuaranteeStore } from '../../../stores/order/GuaranteeStore.ts';
import type { OrderTexts } from '../../../stores/order/NotifyStore.ts';
import { attentionMessage } from './attentionMessage.ts';
import { concernedPayment } from './concernedPayment.ts';
import { titleOf } from './orderTitle.ts';
import { shortened } from '../../../../contract/shortened.ts';

/** Returns the heading and the notices of the order's page, for notifications. */
export function orderTexts(
  order: Order,
  guarantee: Pick<GuaranteeStore, 'isSendingRefused'>,
  intl: IntlShape,
  locale: LocaleCode,
): OrderTexts {
  return {
    title: titleOf(order, guarantee, intl, locale),
    order: intl.formatMessage({ id: 'notify.order' }, { order: shortened(order.orderId) }),
    notices: [...attention(order, intl), ...claims(order, intl)],
  };
}

function attention(order: Order, intl: IntlShape): OrderTexts['notices'] {
  if (order.attention?.reason === 'EXTRA_DEPOSIT') {
    return [{ about: 'EXTRA_DEPOSIT', text: intl.formatMessage({ id: 'order.extra.title' }) }];
  }
  const message = attentionMessage(order);
  if (message === null) return [];
  const what = concernedPayment(order);
  return [{ about: `${order.attention?.reason} ${what}`, text: intl.formatMessage({ id: message }, { what }) }];
}

function claims({ claims: shown = [] }: Order, intl: IntlShape): OrderTexts['notices'] {
  const decided = shown.filter(({ state }) => state === 'ATTRIBUTED' || state === 'REJECTED');
  return decided.map(({ txHash: hash, state }) => ({
    about: `${state} ${hash}`,
    text: intl.formatMessage({ id: state === 'REJECTED' ? 'claim.state.rejected' : 'claim.state.attributed' }, { hash }),
  }));
}

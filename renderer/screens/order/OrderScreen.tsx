import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useParams, type LoaderFunctionArgs } from 'react-router-dom';
import { classNames } from '../../components/classNames.ts';
import { intlOf } from '../../i18n/intlOf.ts';
import type { Stores } from '../../stores/createStores.ts';
import { depositedAmount } from '../../stores/order/orderStage.ts';
import { useStores } from '../../StoresContext.tsx';
import { DestinationForm } from './DestinationForm.tsx';
import { OrderFailed } from './OrderFailed.tsx';
import { OrderSkeleton } from './OrderSkeleton.tsx';
import { OrderView } from './OrderView.tsx';
import { pageTitle } from './stages/orderTitle.ts';
import { useKeptFocus } from '../../useKeptFocus.ts';
import { usePageTitle } from './usePageTitle.ts';
import { usePassFromAddress } from './pass/usePassFromAddress.ts';
import styles from './order.module.css';

/** Fetches the order (and the choice it asks for), so that the server renders the page with them. */
export async function load(stores: Stores, { params, request }: LoaderFunctionArgs): Promise<null> {
  const { order, guarantee, decision, locale, page } = stores;
  await order.load(params['orderId'] ?? '', new URL(request.url).searchParams.get('destinationAddress'));
  await guarantee.check();
  if (order.stage === 'decision' || order.stage === 'refunding') await decision.loadInfo();
  const intl = intlOf(locale.code, locale.messages);
  page.setTitle(pageTitle(order, guarantee, intl, locale.code));
  return null;
}

/** One order from creation to its end: `/order/{id}?destinationAddress=…`. */
export const Screen = observer(() => {
  const { order, guarantee, orderHistory, decision, locale } = useStores();
  const intl = useIntl();
  const title = pageTitle(order, guarantee, intl, locale.code);
  const isDeciding = order.stage === 'decision';
  // Read out once, and not with each confirmation.
  const isConfirming = order.stage === 'confirming' && !guarantee.isSendingRefused;
  const root = useRef<HTMLDivElement>(null);
  useKeptFocus(root);

  useEffect(() => (order.isSettled ? undefined : order.start()), [order, order.isSettled]);
  useEffect(() => guarantee.start(), [guarantee]);
  useEffect(() => (isDeciding ? decision.start() : undefined), [decision, isDeciding]);
  // What comes back, for the fee that was agreed on: asked again when more has come, or something was taken back.
  useEffect(
    () =>
      reaction(
        () => (order.stage === 'refunding' && order.order ? depositedAmount(order.order) : null),
        (deposited) => deposited !== null && void decision.loadInfo(),
      ),
    [order, decision],
  );
  useEffect(() => {
    orderHistory.load();
    let opened: string | null = null;
    return reaction(
      () => order.order,
      (current) => {
        if (!current) return;
        if (current.orderId === opened) orderHistory.update(current);
        else orderHistory.record(current);
        opened = current.orderId;
      },
      { fireImmediately: true },
    );
  }, [order, orderHistory]);
  usePassFromAddress(useParams()['orderId']);
  usePageTitle(title);

  return (
    <div ref={root} className={classNames('page-width', styles['page'])}>
      <OrderContent />
      <p className="visually-hidden" role="status">
        {isConfirming ? intl.formatMessage({ id: 'order.step.confirming' }) : title}
      </p>
    </div>
  );
});

const OrderContent = observer(() => {
  const { order } = useStores();
  switch (order.state) {
    case 'ready':
      return order.order && <OrderView order={order.order} />;
    case 'destinationMissing':
    case 'destinationIncorrect':
      return <DestinationForm orderId={order.orderId ?? ''} isIncorrect={order.state === 'destinationIncorrect'} />;
    case 'failed':
      return <OrderFailed onRetry={() => void order.refresh()} />;
    case 'idle':
    case 'loading':
      return <OrderSkeleton />;
  }
});

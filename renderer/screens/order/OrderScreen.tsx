import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useNavigate, useParams, type LoaderFunctionArgs } from 'react-router-dom';
import { classNames } from '../../components/classNames.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { intlOf } from '../../i18n/intlOf.ts';
import { Part } from '../../latePart.tsx';
import type { AppStores } from '../../stores/createAppStores.ts';
import type { LocaleStore } from '../../stores/LocaleStore.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { orderPageGroup } from '../../stores/order/OrderPageStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { TextsFor } from '../../TextsFor.tsx';
import { AwaitedPart } from './placeholders/AwaitedPart.tsx';
import { DestinationForm } from './DestinationForm.tsx';
import { OrderSkeleton } from './placeholders/OrderSkeleton.tsx';
import { loadOrderParts, loadPurchasePage, PURCHASE_MODULE, PURCHASE_PAGE } from './orderParts.ts';
import { OrderView } from './OrderView.tsx';
import { pageTitle } from './stages/orderTitle.ts';
import { isFinished, STAGE_PARTS, stagePartOf } from './stages/stageParts.ts';
import { useKeptFocus } from '../../useKeptFocus.ts';
import { useNewStage } from './useNewStage.ts';
import { usePageTitle } from './usePageTitle.ts';
import styles from './order.module.css';

/** Loads the order, its guarantee and an open decision for server rendering. */
export async function load(stores: AppStores, { params, request }: LoaderFunctionArgs): Promise<null> {
  const { order, guarantee, orderPage, locale, page } = orderPageGroup(orderGroup(stores));
  await orderPage.load(params['orderId'] ?? '', new URL(request.url).searchParams.get('destinationAddress'));
  if (order.order) page.setParts([order.order.fiat ? PURCHASE_MODULE : stagePartOf(order.order).module]);
  // A page that the server rendered shows them before their code is here, one that opens in the browser does not.
  await Promise.all([prepare(stores), !order.order?.fiat && loadOrderParts()]);
  page.setTitle(pageTitle(order, guarantee, intlOf(locale.code, locale.messages), locale.code));
  return null;
}

/** Loads the code of the order's current stage. */
export async function prepare(stores: AppStores): Promise<void> {
  const { order } = orderGroup(stores).order;
  if (!order) return;
  if (order.fiat) return await loadPurchasePage(stores);
  await Promise.all([stagePartOf(order).load(), isFinished(order) && stores.locale.use(stores.locale.code, 'receipt')]);
}

/** A refund to another address asks a signed-in customer for a second factor (D3). */
const StepUpHost = lazy(async () => ({ default: (await import('../account/proof/StepUpHost.tsx')).StepUpHost }));

/** The page of one order: `/order/{id}?destinationAddress=…`. */
export const Screen = observer(() => {
  const { order, guarantee, orderPage, locale, stepUp } = useStores(orderGroup, orderPageGroup);
  const intl = useIntl();
  const isReady = !order.order?.fiat || locale.has('fiat');
  const title = isReady ? pageTitle(order, guarantee, intl, locale.code) : intl.formatMessage({ id: 'order.title.loading' });
  // Screen readers announce this stage once, not each confirmation.
  const isConfirming = order.stage === 'confirming' && !guarantee.isSendingRefused;
  const root = useRef<HTMLDivElement>(null);
  useKeptFocus(root);
  useNewStage(root);

  useEffect(() => orderPage.start(), [orderPage]);
  useEffect(() => void loadOtherStages(locale), [locale]);
  usePassFromAddress(useParams()['orderId']);
  usePageTitle(title);

  return (
    <div ref={root} className={classNames('page-width', styles['page'])}>
      <OrderContent />
      {stepUp.isOpen && (
        <Suspense>
          <StepUpHost />
        </Suspense>
      )}
      <p className="visually-hidden" role="status">
        {isConfirming ? intl.formatMessage({ id: 'order.step.confirming' }) : title}
      </p>
    </div>
  );
});

/** Loads the code and texts of the later stages before they come. A failure shows only when the stage comes. */
async function loadOtherStages(locale: LocaleStore): Promise<void> {
  await Promise.allSettled([...STAGE_PARTS.map((part) => part.load()), locale.use(locale.code, 'receipt')]);
}

const AWAITED_PURCHASE = (
  <AwaitedPart>
    <OrderSkeleton />
  </AwaitedPart>
);

const OrderContent = observer(() => {
  const { order } = useStores(orderGroup);
  switch (order.state) {
    case 'ready':
      if (order.order?.fiat) {
        return (
          <TextsFor part="fiat" fallback={AWAITED_PURCHASE}>
            <Part part={PURCHASE_PAGE} props={{ order: order.order }} fallback={AWAITED_PURCHASE} />
          </TextsFor>
        );
      }
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

function OrderFailed({ onRetry }: { onRetry: () => void }) {
  const { formatMessage } = useIntl();
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        <FormattedMessage id="order.title.failed" />
      </h1>
      <ErrorState
        title={formatMessage({ id: 'order.title.failed' })}
        retry={{ label: formatMessage({ id: 'order.retry' }), onClick: onRetry }}
      >
        <FormattedMessage id="order.failed.lead" />
      </ErrorState>
    </>
  );
}

/** Opens the order pass in the address and removes it from the address bar, where others could read or copy it. */
function usePassFromAddress(orderId: string | undefined): void {
  const { orderPage } = useStores(orderPageGroup);
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (orderId === undefined || !orderPage.takePass(orderId, hash)) return;
    void navigate({ pathname, search }, { replace: true, preventScrollReset: true });
  }, [orderId, hash, pathname, search, orderPage, navigate]);
}

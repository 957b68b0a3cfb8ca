import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import { classNames } from '../../components/classNames.ts';
import { CoinLogo } from '../../components/coins/CoinLogo.tsx';
import { CloseIcon, SwapIcon } from '../../components/icons/icons.tsx';
import { IconButton } from '../../components/buttons/IconButton.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { LinkButton } from '../../components/buttons/LinkButton.tsx';
import { claimProblem } from '../../stores/history/claimProblem.ts';
import type { ListedOrder } from '../../stores/history/listedOrders.ts';
import { orderPath } from '../../stores/deviceOrders/orderPass.ts';
import { isEnded, type OrderRecord, type RecordedCoin } from '../../stores/deviceOrders/orderRecords.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';
import { useBusy } from '../../useBusy.ts';
import { LocalTime } from '../order/LocalTime.tsx';
import { shortened } from '../../../contract/shortened.ts';
import { useMoney } from '../order/useMoney.ts';
import { OrderState } from './OrderState.tsx';
import { outcomeText } from './outcomeText.ts';
import styles from './history.module.css';

/** One order of the list. The whole row opens the order's page. */
export const OrderRow = observer(({ record, isDeviceOnly, match }: ListedOrder) => {
  const { formatMessage } = useIntl();
  const { locale, dialogs } = useStores();
  const { money } = useMoney();
  const { orderId, destinationAddress, createdAt, firstOrderId, from, to, rateMode, purchase } = record;
  const exchange = outcomeText(record, { money, formatMessage });
  const pathOf = (id: string) => locale.path(orderPath({ orderId: id, destinationAddress }));
  return (
    <li className={styles['order']}>
      <span className={styles['logos']}>
        <Logo coin={from} />
        <Logo coin={to} />
      </span>
      <span className={styles['names']}>
        <Link
          href={pathOf(orderId)}
          className={styles['open']}
          aria-label={formatMessage({ id: 'history.openOrder' }, { exchange })}
        >
          {exchange}
        </Link>
        {/* USDT is not USDT everywhere. */}
        <small className="hint">
          {!purchase && `${from.network} → `}
          {to.network} · <FormattedMessage id={purchase ? 'history.purchase' : `history.rate.${rateMode}`} />
        </small>
        {match && <Match match={match} />}
        {isDeviceOnly && <DeviceOnly record={record} />}
        {firstOrderId && (
          <small className="hint">
            <Link href={pathOf(firstOrderId)} className={styles['above']}>
              <FormattedMessage id="history.later" values={{ order: shortened(firstOrderId) }} />
            </Link>
          </small>
        )}
      </span>
      <span className={styles['created']}>
        <LocalTime at={createdAt} format="dateTime" />
        <small className="hint mono" translate="no">
          {shortened(orderId)}
        </small>
      </span>
      <span className={classNames('mono', styles['to'])} translate="no">
        {shortened(destinationAddress)}
      </span>
      <span className={styles['state']}>
        <OrderState record={record} />
      </span>
      <span className={styles['next']}>
        <NextStep record={record} path={pathOf(orderId)} />
      </span>
      {isDeviceOnly && (
        <IconButton
          className={styles['forget']}
          icon={<CloseIcon size="small" />}
          label={formatMessage({ id: 'history.forget' }, { exchange })}
          onClick={() => dialogs.open({ name: 'forgetOrders', data: { orderId } })}
        />
      )}
    </li>
  );
});

function Logo({ coin: { ticker, network, logo, networkLogo } }: { coin: RecordedCoin }) {
  return <CoinLogo ticker={ticker} source={logo} network={networkLogo ? { ticker: network, source: networkLogo } : null} />;
}

function NextStep({ record, path }: { record: OrderRecord; path: string }) {
  const { locale } = useStores();
  const { stage, from, to, amountFrom, amountTo, purchase } = record;
  if (stage === 'decision') {
    return (
      <LinkButton variant="primary" size="small" href={path}>
        <FormattedMessage id="history.decide" />
      </LinkButton>
    );
  }
  if (!isEnded(record)) return null;
  const again = locale.path(`/exchange-${from.slug}-${to.slug}?amount=${amountFrom}`);
  if (stage !== 'completed') {
    return (
      <LinkButton size="small" href={again}>
        <FormattedMessage id="history.tryAgain" />
      </LinkButton>
    );
  }
  return (
    <>
      <LinkButton size="small" href={again}>
        <FormattedMessage id="order.repeat" />
      </LinkButton>
      {/* Coins are not sold for money. */}
      {!purchase && (
        <LinkButton
          size="small"
          className={styles['reverse']}
          icon={<SwapIcon />}
          href={locale.path(`/exchange-${to.slug}-${from.slug}?amount=${amountTo}`)}
        >
          <FormattedMessage id="order.reverse" />
        </LinkButton>
      )}
    </>
  );
}

/** What a search found: the part of the order, with the text that it begins with. */
function Match({ match: { field, text } }: { match: NonNullable<ListedOrder['match']> }) {
  return (
    <small className="hint">
      <FormattedMessage id={`history.match.${field}`} />{' '}
      <mark className={classNames('mono', styles['match'])} translate="no">
        {shortened(text)}
      </mark>
    </small>
  );
}

/** An order that the account lacks. It can be added if this device has its order pass. */
const DeviceOnly = observer(({ record: { orderId, destinationAddress } }: { record: OrderRecord }) => {
  const { accountOrders, orderTokens, notifications } = useStores(orderGroup);
  const [isBusy, run] = useBusy();
  if (!accountOrders.isOn) return null;
  const claim = async () => {
    try {
      await accountOrders.claim({ orderId, destinationAddress });
      notifications.show({ kind: 'success', message: 'history.claim.done' });
    } catch (error) {
      notifications.show({ kind: 'error', message: claimProblem(error) });
    }
  };
  return (
    <small className={classNames('hint', styles['deviceOnly'])}>
      <FormattedMessage id="history.deviceOnly" />
      {orderTokens.get(orderId) !== null && (
        <Button size="small" busy={isBusy} onClick={() => run(claim)}>
          <FormattedMessage id="history.claim" />
        </Button>
      )}
    </small>
  );
});

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { CheckIcon } from '../../../components/icons/icons.tsx';
import { CopyIcon } from '../../../components/icons/pageIcons.tsx';
import { Link } from '../../../components/buttons/Link.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { orderPath } from '../../../stores/deviceOrders/orderPass.ts';
import type { OrderRecord } from '../../../stores/deviceOrders/orderRecords.ts';
import { useStores } from '../../../StoresContext.tsx';
import { NextIcon } from '../deskIcons.tsx';
import styles from './orders.module.css';

const COPIED_MS = 2_000;

/** The one next action of an order: answer, copy the address to pay to, or open it. */
export const NextAction = observer(({ record, order }: { record: OrderRecord; order: Order | null }) => {
  const { formatMessage } = useIntl();
  const { locale, signingKeys } = useStores();
  const path = locale.path(orderPath(record));
  const { stage, amountToSend } = record;
  if (stage === 'decision') {
    return (
      <LinkButton size="small" href={path}>
        <FormattedMessage id="history.decide" />
      </LinkButton>
    );
  }
  // The page of the order says what a memo is for, and verifies signatures: where either matters, the address is only there.
  if (order && amountToSend && order.depositAddressMemo === null && signingKeys.length === 0) {
    return <CopyAddress address={order.depositAddress} />;
  }
  const label = formatMessage({ id: 'desk.orders.open' });
  return (
    <Link href={path} className={styles['icon']} aria-label={label} title={label}>
      <NextIcon />
    </Link>
  );
});

function CopyAddress({ address }: { address: string }) {
  const { formatMessage } = useIntl();
  const { platform, notifications } = useStores();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (): Promise<void> => {
    const copied = await platform.copy(address).catch(() => false);
    if (copied) setCopied(true);
    else notifications.show({ kind: 'error', message: 'desk.orders.copyFailed' });
  };
  return (
    <>
      <Button
        size="small"
        aria-label={formatMessage({ id: 'order.copyAddress' })}
        icon={isCopied ? <CheckIcon size="small" /> : <CopyIcon size="small" />}
        onClick={() => void copy()}
      >
        <FormattedMessage id="order.copy" />
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && <FormattedMessage id="order.copied" />}
      </span>
    </>
  );
}

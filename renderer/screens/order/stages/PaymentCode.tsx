import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QrCode } from '../../../components/data/QrCode.tsx';
import { Segmented } from '../../../components/fields/Segmented.tsx';
import styles from '../order.module.css';

interface PaymentCodeProps {
  address: string;
  paymentUri: string | null;
  /** What the payment needs besides the address, with the network's name for it; null: nothing */
  memo: { name: string; value: string } | null;
}

/** A QR code of the payment, or of the address for wallets that read only addresses. Says whether it contains the memo. */
export function PaymentCode({ address, paymentUri, memo }: PaymentCodeProps) {
  const { formatMessage } = useIntl();
  const [wanted, setWanted] = useState<'payment' | 'address'>('payment');
  const shown = paymentUri ? wanted : 'address';
  return (
    <>
      <QrCode
        value={shown === 'payment' && paymentUri ? paymentUri : address}
        title={formatMessage({ id: shown === 'payment' ? 'order.send.qrPaymentTitle' : 'order.send.qrAddressTitle' })}
      />
      <p className={`${styles['codeNote']} hint`}>
        <FormattedMessage id={contentOf(shown, memo !== null)} values={{ name: memo?.name, memo: <b>{memo?.value}</b> }} />
      </p>
      {paymentUri && (
        <Segmented
          className={styles['codeKind']}
          legend={formatMessage({ id: 'order.send.qrLegend' })}
          value={shown}
          onChange={setWanted}
          options={[
            { value: 'payment', label: formatMessage({ id: 'order.send.qrPayment' }) },
            { value: 'address', label: formatMessage({ id: 'order.send.qrAddress' }) },
          ]}
        />
      )}
    </>
  );
}

function contentOf(shown: 'payment' | 'address', hasMemo: boolean) {
  if (shown === 'payment') return hasMemo ? ('order.send.qrHasMemo' as const) : ('order.send.qrHasAmount' as const);
  return hasMemo ? ('order.send.qrLacksMemo' as const) : ('order.send.qrAddressOnly' as const);
}

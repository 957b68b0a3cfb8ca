import { useState } from 'react';
import { useIntl } from 'react-intl';
import { QrCode } from '../../../components/QrCode.tsx';
import { Segmented } from '../../../components/Segmented.tsx';
import styles from '../order.module.css';

/** A QR code of the payment, or of the address for wallets that read only addresses. */
export function PaymentCode({ address, paymentUri }: { address: string; paymentUri: string | null }) {
  const { formatMessage } = useIntl();
  const [wanted, setWanted] = useState<'payment' | 'address'>('payment');
  const shown = paymentUri ? wanted : 'address';
  return (
    <div className={styles['code']}>
      <QrCode
        value={shown === 'payment' && paymentUri ? paymentUri : address}
        title={formatMessage({ id: shown === 'payment' ? 'order.send.qrPaymentTitle' : 'order.send.qrAddressTitle' })}
      />
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
    </div>
  );
}

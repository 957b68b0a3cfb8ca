import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Notice } from '../../../components/Notice.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { SaveDocument } from './SaveDocument.tsx';

/** Among the ways on from an ended order: its signed receipt. One that this exchange did not sign is said, and not offered. */
export const GuaranteeReceipt = observer(({ order: { receipt } }: { order: Order }) => {
  const { receiptVerdict } = useStores().guarantee;
  if (!receipt || receiptVerdict === null) return null;
  if (receiptVerdict === 'valid') return <SaveDocument kind="receipt" signed={receipt} />;
  return (
    <Notice kind="danger">
      <FormattedMessage id="guarantee.receiptRefused" />
    </Notice>
  );
});

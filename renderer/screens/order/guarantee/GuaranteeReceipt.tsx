import { DownloadIcon } from '../../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import type { SignedGuarantee, SignedReceipt } from '../../../../contract/signedDocuments/guarantee.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { orderGroup } from '../../../stores/order/orderGroup.ts';
import { useStores } from '../../../StoresContext.tsx';

/** Saves the signed receipt of an ended order. Shows a warning instead when this exchange did not sign it. */
export const GuaranteeReceipt = observer(({ order: { receipt } }: { order: Order }) => {
  const { receiptVerdict } = useStores(orderGroup).guarantee;
  if (!receipt || receiptVerdict === null) return null;
  if (receiptVerdict === 'valid') return <SaveDocument kind="receipt" signed={receipt} />;
  return (
    <Notice kind="danger">
      <FormattedMessage id="guarantee.receiptRefused" />
    </Notice>
  );
});

/** Saves a signed document as a file that anybody can verify. Renders nothing when the shell cannot save files. */
export function SaveDocument({ kind, signed }: { kind: 'guarantee' | 'receipt'; signed: SignedGuarantee | SignedReceipt }) {
  const { saveFile } = useStores().platform;
  if (!saveFile) return null;
  const save = () =>
    saveFile({
      name: `${kind}-${signed.document.orderId}.json`,
      text: `${JSON.stringify(signed, null, 2)}\n`,
      mediaType: 'application/json',
    });
  return (
    <Button size={kind === 'guarantee' ? 'small' : 'medium'} icon={<DownloadIcon />} onClick={save}>
      <FormattedMessage id={kind === 'guarantee' ? 'guarantee.save' : 'guarantee.saveReceipt'} />
    </Button>
  );
}

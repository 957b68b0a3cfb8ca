import { FormattedMessage } from 'react-intl';
import type { SignedGuarantee, SignedReceipt } from '../../../../contract/guarantee.ts';
import { Button } from '../../../components/Button.tsx';
import { DownloadIcon } from '../../../components/icons.tsx';
import { useStores } from '../../../StoresContext.tsx';

/** Saves what was signed as a file that anybody can verify; absent where the shell saves no files. */
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

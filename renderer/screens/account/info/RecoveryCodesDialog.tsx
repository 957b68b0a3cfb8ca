import { CopyIcon, DownloadIcon } from '../../../components/icons/pageIcons.tsx';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { brand } from '../../../brand.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Checkbox } from '../../../components/fields/Checkbox.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { CheckIcon } from '../../../components/icons/icons.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { useStores } from '../../../StoresContext.tsx';
import styles from './info.module.css';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  /** Named in the file of the codes */
  account: string;
  onClose: () => void;
}

/** Shows new recovery codes, once. It stays open until the customer has stored them. */
export const RecoveryCodesDialog = observer(({ codes, account, onClose }: RecoveryCodesDialogProps) => {
  const { formatMessage } = useIntl();
  const { platform } = useStores();
  const [isStored, setIsStored] = useState(false);
  const box = useRef<HTMLInputElement>(null);
  const [copy, setCopy] = useState<'idle' | 'copied' | 'failed'>('idle');
  const text = [formatMessage({ id: 'security.codesFile' }, { brand: brand.name, email: account }), '', ...codes, ''].join('\n');
  const copyAll = async () => setCopy((await platform.copy(text)) ? 'copied' : 'failed');
  return (
    <Dialog
      title={formatMessage({ id: 'security.codesTitle' })}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      dismissible={false}
      onClose={onClose}
      footer={
        <Button
          variant="primary"
          wide
          missing={!isStored}
          onUnavailableClick={() => box.current?.focus()}
          unavailableReason={isStored ? null : formatMessage({ id: 'security.codesTick' })}
          onClick={onClose}
        >
          <FormattedMessage id={isStored ? 'security.done' : 'security.codesTick'} />
        </Button>
      }
    >
      <div className={styles['form']}>
        <Notice kind="warning">
          <FormattedMessage id="security.codesText" />
        </Notice>
        <ol className={styles['codes']}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className={styles['ways']}>
          <Button size="small" icon={copy === 'copied' ? <CheckIcon /> : <CopyIcon />} onClick={() => void copyAll()}>
            <FormattedMessage id="security.codesCopy" />
          </Button>
          {platform.saveFile && (
            <Button
              size="small"
              icon={<DownloadIcon />}
              onClick={() => platform.saveFile?.({ name: 'recovery-codes.txt', text, mediaType: 'text/plain' })}
            >
              <FormattedMessage id="security.codesSave" />
            </Button>
          )}
        </div>
        <p className="hint" role="status">
          {copy === 'copied' && <FormattedMessage id="security.copied" />}
          {copy === 'failed' && <FormattedMessage id="security.codesCopyFailed" />}
        </p>
        <Checkbox ref={box} checked={isStored} onChange={setIsStored}>
          <FormattedMessage id="security.codesStored" />
        </Checkbox>
      </div>
    </Dialog>
  );
});

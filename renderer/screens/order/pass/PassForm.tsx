import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ORDER_PASS_EXTENSION } from '../../../../contract/desktop/orderPassFile.ts';
import { AddressInput } from '../../../components/fields/AddressInput.tsx';
import { Button } from '../../../components/buttons/Button.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { FileField } from '../../../components/fields/FileField.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { ScanButton } from '../../scan/ScanButton.tsx';
import { useCamera } from '../../scan/useCamera.ts';
import styles from '../order.module.css';

export interface PassFormProps {
  submitLabel: MessageId;
  /** Uses the text of a pass; null: an unreadable file. Returns why that failed; null: it worked. */
  onText: (text: string | null) => MessageId | null | Promise<MessageId | null>;
}

/** Reads an order pass: from a file, or as a link that is pasted (D3). */
export const PassForm = observer(({ submitLabel, onText }: PassFormProps) => {
  const { formatMessage } = useIntl();
  const hasCamera = useCamera();
  const [isBusy, setBusy] = useState(false);
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState<MessageId | null>(null);

  const use = async (text: string | null): Promise<void> => {
    setBusy(true);
    const failure = await onText(text);
    setBusy(false);
    setProblem(failure);
    if (failure === null) setLink('');
  };
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void use(link);
      }}
    >
      <FileField
        label={<FormattedMessage id="pass.choose" />}
        dropHint={<FormattedMessage id="pass.drop" />}
        accept={ORDER_PASS_EXTENSION}
        onText={(text) => void use(text)}
      />
      <Field
        label={formatMessage({ id: 'pass.paste' })}
        hint={formatMessage({ id: 'pass.pasteHint' })}
        error={problem && formatMessage({ id: problem })}
      >
        {(aria) => (
          <AddressInput
            {...aria}
            value={link}
            onChange={(text) => {
              setLink(text);
              setProblem(null);
            }}
            trailing={hasCamera && <ScanButton onText={(text) => void use(text)} />}
          />
        )}
      </Field>
      <Button type="submit" wide busy={isBusy}>
        <FormattedMessage id={submitLabel} />
      </Button>
    </form>
  );
});

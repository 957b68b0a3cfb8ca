import { observer } from 'mobx-react-lite';
import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { AffiliateCode } from '../../../../contract/api/affiliates.ts';
import { ApiError } from '../../../../contract/errors.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import { affiliateGroup } from '../../../stores/account/AffiliateStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './affiliate.module.css';

const MOST_CHARACTERS = 40;

/** Asks for the name of a new code, or of an existing one. */
export const CodeDialog = observer(({ code, onClose }: { code: AffiliateCode | null; onClose: () => void }) => {
  const { formatMessage } = useIntl();
  const { affiliate } = useStores(affiliateGroup);
  const [name, setName] = useState(code?.name ?? '');
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    if (name.trim() === '') return setProblem('affiliate.nameMissing');
    setBusy(true);
    try {
      if (code) await affiliate.renameCode(code.code, name);
      else await affiliate.createCode(name);
      onClose();
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.code === 'ERR_NOT_ACCEPTABLE' ? 'affiliate.tooManyCodes' : 'affiliate.saveFailed',
      );
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={formatMessage({ id: code ? 'affiliate.renameTitle' : 'affiliate.newCode' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={onClose}
    >
      <form className={styles['material']} noValidate onSubmit={(event) => void save(event)}>
        <Field
          label={<FormattedMessage id="affiliate.name" />}
          hint={<FormattedMessage id="affiliate.nameHint" />}
          error={problem && <FormattedMessage id={problem} />}
        >
          {(control) => (
            <TextInput
              {...control}
              data-autofocus=""
              value={name}
              maxLength={MOST_CHARACTERS}
              autoComplete="off"
              onChange={(text) => {
                setName(text);
                setProblem(null);
              }}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" wide busy={isBusy}>
          <FormattedMessage id={code ? 'affiliate.saveName' : 'affiliate.createCode'} />
        </Button>
      </form>
    </Dialog>
  );
});

import { observer } from 'mobx-react-lite';
import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import type { SignInProblem } from '../../../stores/account/signInProblem.ts';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { FormError } from '../../signIn/SignInParts.tsx';
import styles from './info.module.css';
import { useBusy } from '../../../useBusy.ts';

const LONGEST_NAME = 60;

interface PasskeyDialogProps {
  /** Called with the recovery codes to show; empty: the customer has some already. */
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

/** Names a new passkey and lets the browser create it. */
export const PasskeyDialog = observer(({ onDone, onClose }: PasskeyDialogProps) => {
  const { formatMessage } = useIntl();
  const { security } = useStores(securityGroup);
  const [name, setName] = useState(() => defaultName(security.sessions, formatMessage({ id: 'security.passkeyDefault' })));
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [isBusy, run] = useBusy();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(name.trim() === '');
    if (name.trim() === '') return;
    run(async () => {
      setProblem(null);
      const result = await security.addPasskey(name.trim());
      if (Array.isArray(result)) onDone(result);
      else if (result !== 'cancelled') setProblem(result);
    });
  };
  return (
    <Dialog
      title={formatMessage({ id: 'security.addPasskey' })}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={onClose}
    >
      <form noValidate className={styles['form']} onSubmit={submit}>
        <Field
          label={<FormattedMessage id="security.passkeyName" />}
          hint={<FormattedMessage id="security.passkeyNameHint" />}
          error={isMissing && <FormattedMessage id="security.passkeyNameMissing" />}
        >
          {(control) => (
            <TextInput
              {...control}
              data-autofocus
              value={name}
              maxLength={LONGEST_NAME}
              onChange={(typed) => {
                setName(typed);
                setIsMissing(false);
              }}
            />
          )}
        </Field>
        <p className="hint">
          <FormattedMessage id="security.passkeyLead" />
        </p>
        <FormError>{problem && formatMessage({ id: problem.message }, problem.values)}</FormError>
        <Button type="submit" variant="primary" wide busy={isBusy}>
          <FormattedMessage id="security.passkeyCreate" />
        </Button>
      </form>
    </Dialog>
  );
});

/** Suggests the system of this device as name. */
function defaultName(sessions: readonly { isCurrent: boolean; system: string | null }[], otherwise: string): string {
  return sessions.find(({ isCurrent }) => isCurrent)?.system ?? otherwise;
}

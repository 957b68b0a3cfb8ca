import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { object, string } from 'yup';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { FormText } from '../../../forms/FormText.tsx';
import { useYupForm } from '../../../forms/useYupForm.ts';
import { securityGroup } from '../../../stores/account/SecurityStore.ts';
import { useStores } from '../../../StoresContext.tsx';

const LONGEST_NAME = 60;

interface PasskeyDialogProps {
  /** Called with the recovery codes to show; empty: the customer has some already. */
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

const schema = object({ name: string().trim().required('security.passkeyNameMissing') });

/** Names a new passkey and lets the browser create it. */
export const PasskeyDialog = observer(({ onDone, onClose }: PasskeyDialogProps) => {
  const { formatMessage } = useIntl();
  const { security } = useStores(securityGroup);
  const form = useYupForm({
    schema,
    defaultValues: { name: defaultName(security.sessions, formatMessage({ id: 'security.passkeyDefault' })) },
    send: async ({ name }) => {
      const result = await security.addPasskey(name);
      if (!Array.isArray(result)) return result === 'cancelled' ? null : result;
      onDone(result);
      return null;
    },
  });
  return (
    <FormDialog
      title={formatMessage({ id: 'security.addPasskey' })}
      form={form}
      submitLabel={<FormattedMessage id="security.passkeyCreate" />}
      onClose={onClose}
    >
      <FormText
        form={form}
        name="name"
        label={<FormattedMessage id="security.passkeyName" />}
        hint={<FormattedMessage id="security.passkeyNameHint" />}
        data-autofocus
        maxLength={LONGEST_NAME}
      />
      <p className="hint">
        <FormattedMessage id="security.passkeyLead" />
      </p>
    </FormDialog>
  );
});

/** Suggests the system of this device as name. */
function defaultName(sessions: readonly { isCurrent: boolean; system: string | null }[], otherwise: string): string {
  return sessions.find(({ isCurrent }) => isCurrent)?.system ?? otherwise;
}

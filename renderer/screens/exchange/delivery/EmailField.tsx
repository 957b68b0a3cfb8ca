import { observer } from 'mobx-react-lite';
import { Field } from '../../../components/Field.tsx';
import { TextInput } from '../../../components/TextInput.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { useForm } from '../useForm.ts';

/** The order's e-mail; said to be wrong only once it was left or tried, not while it is being typed. */
export const EmailField = observer(() => {
  const { delivery, submission } = useStores();
  const { formatMessage } = useForm();
  // Read here: what a Field's children read is rendered by the Field, which observes nothing.
  const { email, isEmailWrong, setEmail } = delivery;
  const isWrong = submission.wasTried && isEmailWrong;
  const isRejected = submission.rejected?.field === 'userEmail';
  return (
    <Field
      label={formatMessage({ id: 'exchange.email' })}
      labelAside={formatMessage({ id: 'exchange.emailOptional' })}
      hint={formatMessage({ id: 'exchange.emailHint' })}
      error={(isWrong || isRejected) && formatMessage({ id: 'EMAIL_VALIDATION_ERROR' })}
    >
      {(control) => (
        <TextInput
          {...control}
          type="email"
          inputMode="email"
          autoComplete="email"
          data-step="email"
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
      )}
    </Field>
  );
});

import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import { Field } from '../../../components/fields/Field.tsx';
import { TextInput } from '../../../components/fields/TextInput.tsx';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useExchangeTexts } from '../useExchangeTexts.ts';

/** Few addresses have a plus sign, so its code loads on demand. */
const MailboxTick = lazy(() => import('../../email/MailboxTick.tsx').then((module) => ({ default: module.MailboxTick })));

/** The e-mail field. Errors appear on blur or submit, not while the customer types. */
export const EmailField = observer(() => {
  const { delivery, submission, session } = useStores(exchangeGroup);
  const { formatMessage } = useExchangeTexts();
  // Read here: Field renders its children outside of an observer, so their reads are not tracked.
  const { email, isEmailWrong, typedEmail } = delivery;
  const isWrong = submission.wasTried && isEmailWrong;
  const isRejected = submission.rejection?.field === 'userEmail';
  // The order gets the e-mail of the account (§4).
  if (session.isSignedIn && email === '') return null;
  return (
    <div>
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
            onChange={typedEmail.type}
          />
        )}
      </Field>
      {typedEmail.isChanged && (
        <Suspense>
          <MailboxTick email={typedEmail} />
        </Suspense>
      )}
    </div>
  );
});

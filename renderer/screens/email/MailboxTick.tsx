import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import type { TypedEmail } from '../../stores/TypedEmail.ts';

/**
 * Says to which address mail will go when a plus sign was removed, and asks whether this mailbox is the customer's (D22). Gets the
 * focus when the form was sent without the answer.
 */
export const MailboxTick = observer(({ email }: { email: TypedEmail }) => {
  const box = useRef<HTMLInputElement>(null);
  const { text, isChanged, isMine, timesAsked } = email;
  useEffect(() => {
    if (timesAsked > 0) box.current?.focus();
  }, [timesAsked]);
  if (!isChanged) return null;
  return (
    <Checkbox
      ref={box}
      checked={isMine}
      onChange={email.confirm}
      error={timesAsked > 0 && !isMine && <FormattedMessage id="email.mineFirst" />}
    >
      <FormattedMessage id="email.mine" values={{ email: <b>{text}</b> }} />
    </Checkbox>
  );
});

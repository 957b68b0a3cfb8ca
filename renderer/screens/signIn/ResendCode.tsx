import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatRemaining } from '../../components/feedback/Countdown.tsx';
import type { SignInProblem } from '../../stores/account/signInProblem.ts';
import { useNow } from '../shell/useNow.ts';
import { TextButton } from './SignInParts.tsx';

const SECOND_MS = 1_000;

interface ResendCodeProps {
  /** From when on it can be sent again, in ms since 1970 */
  at: number;
  /** Sends another code. Returns why that was not possible. */
  onSend: () => Promise<SignInProblem | null>;
}

/** What to do when the mail with a code does not arrive. */
export const ResendCode = observer(({ at, onSend }: ResendCodeProps) => {
  const { formatMessage } = useIntl();
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  const remaining = at - useNow(SECOND_MS);
  if (problem) return formatMessage({ id: problem.message }, problem.values);
  if (remaining > 0) {
    return <FormattedMessage id="signIn.newPassword.sendIn" values={{ time: formatRemaining(remaining) }} />;
  }
  const send = async (): Promise<void> => setProblem(await onSend());
  return (
    <FormattedMessage
      id="signIn.newPassword.nothing"
      values={{ send: (text) => <TextButton onPress={() => void send()}>{text}</TextButton> }}
    />
  );
});

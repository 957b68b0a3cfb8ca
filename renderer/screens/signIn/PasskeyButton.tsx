import { useEffect, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import { PasskeyIcon } from '../../components/icons/accountIcons.tsx';
import type { SignInProblem } from '../../stores/account/signInProblem.ts';
import { useStores } from '../../StoresContext.tsx';
import { FormError } from '../../forms/FormError.tsx';

interface PasskeyButtonProps {
  /** Returns the options of the challenge, or why there is none. */
  getOptions: () => Promise<unknown>;
  /** Sends the proof. Returns why the host refused it. */
  onSend: (proof: { passkey: unknown }) => Promise<SignInProblem | null>;
  /** Next to another method. Otherwise it is the only one, and the primary action. */
  isAlternative: boolean;
  /** In place of the usual label */
  label?: ReactNode;
}

/** Uses a passkey as proof. It is absent where the browser or the address allows none. */
export function PasskeyButton({ getOptions, onSend, isAlternative, label }: PasskeyButtonProps) {
  const { formatMessage } = useIntl();
  const { platform } = useStores();
  const { passkeys } = platform;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<SignInProblem | null>(null);
  useEffect(() => () => passkeys?.cancel(), [passkeys]);
  if (!passkeys) return null;

  const use = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const options = await getOptions();
    const result = options === null ? ({ kind: 'failed' } as const) : await passkeys.use(options);
    if (result.kind === 'done') setProblem(await onSend({ passkey: result.response }));
    else if (result.kind !== 'cancelled') setProblem({ message: 'signIn.wrongPasskey', fields: [] });
    setBusy(false);
  };
  return (
    <>
      <FormError>{problem && formatMessage({ id: problem.message }, problem.values)}</FormError>
      <Button
        variant={isAlternative ? 'quiet' : 'primary'}
        size={isAlternative ? 'medium' : 'large'}
        wide
        icon={<PasskeyIcon />}
        busy={isBusy}
        data-autofocus={!isAlternative || undefined}
        onClick={() => void use()}
      >
        {label ?? <FormattedMessage id="signIn.usePasskey" />}
      </Button>
    </>
  );
}

import { useState, type ComponentProps } from 'react';
import { useIntl } from 'react-intl';
import { EyeIcon, EyeOffIcon } from '../../components/icons/accountIcons.tsx';
import { IconButton } from '../../components/buttons/IconButton.tsx';
import { TextInput, type TextInputProps } from '../../components/fields/TextInput.tsx';

interface PasswordInputProps extends Omit<TextInputProps, 'type' | 'trailing' | 'autoComplete'> {
  autoComplete: 'current-password' | 'new-password';
  ref?: ComponentProps<'input'>['ref'];
}

/** A password that the customer can show. Pasting and password managers work. */
export function PasswordInput(props: PasswordInputProps) {
  const { formatMessage } = useIntl();
  const [isShown, setShown] = useState(false);
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={1_024}
      trailing={
        <IconButton
          label={formatMessage({ id: isShown ? 'signIn.hidePassword' : 'signIn.showPassword' })}
          icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}

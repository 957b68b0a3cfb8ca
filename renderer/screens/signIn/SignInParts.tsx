import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import type { MessageId } from '../../i18n/messages.ts';
import styles from './signIn.module.css';

/** The submit button. Its label names the next missing input (D23); a press then focuses that field. */
export function SubmitButton({ missing, busy, children }: { missing: ReactNode; busy: boolean; children: ReactNode }) {
  return (
    <Button type="submit" variant="primary" size="large" wide busy={busy} missing={Boolean(missing)}>
      {(!busy && missing) || children}
    </Button>
  );
}

/** The line at the end of a dialog that leads to another one. */
export function SwitchLine({ question, action, onSwitch }: { question: MessageId; action: MessageId; onSwitch: () => void }) {
  return (
    <p className={styles['switch']}>
      <FormattedMessage id={question} />
      <TextButton onPress={onSwitch}>
        <FormattedMessage id={action} />
      </TextButton>
    </p>
  );
}

/** A button that looks like a link within a text. */
export function TextButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles['link']} onClick={onPress}>
      {children}
    </button>
  );
}

import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../components/buttons/Button.tsx';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import type { MessageId } from '../../../i18n/messages.ts';
import styles from './info.module.css';
import { useBusy } from '../../../useBusy.ts';
import { useShellQuestion } from '../../../useShellQuestion.ts';

interface ConfirmDialogProps {
  title: MessageId;
  titleValues?: Record<string, string>;
  text: MessageId;
  warning?: MessageId;
  /** Label of the button that does it. */
  action: MessageId;
  /** The action takes nothing away that the customer can't get back. */
  isHarmless?: boolean;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Says what an action means and asks for confirmation, with the shell's own popup where it fits. It stays open if the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, titleValues = {}, text, warning, action, isHarmless = false, onConfirm, onClose } = props;
  const { formatMessage } = useIntl();
  const [isBusy, run] = useBusy();
  const isAskedByShell = useShellQuestion(
    {
      title: formatMessage({ id: title }, titleValues),
      text: [text, ...(warning ? [warning] : [])].map((id) => formatMessage({ id })).join('\n\n'),
      action: formatMessage({ id: action }),
      cancel: formatMessage({ id: 'security.cancel' }),
      isDestructive: !isHarmless,
    },
    { onConfirm, onClose },
  );
  if (isAskedByShell) return null;
  return (
    <Dialog
      title={formatMessage({ id: title }, titleValues)}
      closeLabel={formatMessage({ id: 'signIn.close' })}
      onClose={onClose}
      footer={
        <div className={styles['answers']}>
          <Button onClick={onClose}>
            <FormattedMessage id="security.cancel" />
          </Button>
          <Button variant={isHarmless ? 'primary' : 'danger'} busy={isBusy} onClick={() => run(onConfirm)}>
            <FormattedMessage id={action} />
          </Button>
        </div>
      }
    >
      <div className={styles['form']}>
        <p>
          <FormattedMessage id={text} />
        </p>
        {warning && (
          <Notice kind="warning">
            <FormattedMessage id={warning} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

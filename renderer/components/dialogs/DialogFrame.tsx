import type { ReactNode } from 'react';
import { CloseIcon } from '../icons/icons.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import styles from './Dialog.module.css';

interface DialogFrameProps {
  titleId: string;
  title: ReactNode;
  closeLabel: string;
  /** null: only the parent closes it. */
  onClose: (() => void) | null;
  children: ReactNode;
  footer?: ReactNode;
}

/** The common inner layout of dialogs: title and close button, content, and footer. */
export function DialogFrame({ titleId, title, closeLabel, onClose, children, footer }: DialogFrameProps) {
  return (
    <div className={styles['frame']}>
      <header className={styles['header']}>
        <h2 id={titleId}>{title}</h2>
        {onClose && <IconButton label={closeLabel} icon={<CloseIcon />} onClick={onClose} className={styles['close']} />}
      </header>
      <div className={styles['content']}>{children}</div>
      {footer && <footer className={styles['footer']}>{footer}</footer>}
    </div>
  );
}

import { useId, type ReactNode } from 'react';
import { classNames } from '../classNames.ts';
import { DialogFrame } from './DialogFrame.tsx';
import overlay from './Overlay.module.css';
import styles from './Dialog.module.css';
import { useModalDialog } from './useModalDialog.ts';

export interface DialogProps {
  title: ReactNode;
  closeLabel: string;
  /** Called on Escape, the close button or a press outside. The parent then removes the dialog. */
  onClose: () => void;
  children: ReactNode;
  /** Stays at the lower edge while the content scrolls. */
  footer?: ReactNode;
  /** False while the dialog must not be interrupted: only the parent closes it. */
  dismissible?: boolean;
}

/**
 * A modal dialog: render it to open it, remove it to close it. The native `<dialog>` traps the focus and restores it on
 * close. On phones it is a sheet.
 */
export function Dialog({ title, closeLabel, onClose, children, footer, dismissible = true }: DialogProps) {
  const titleId = useId();
  const dialog = useModalDialog({ onClose, dismissible });

  return (
    <dialog ref={dialog} className={classNames(overlay['overlay'], styles['dialog'])} aria-labelledby={titleId} tabIndex={-1}>
      <DialogFrame {...{ titleId, title, closeLabel, footer }} onClose={dismissible ? onClose : null}>
        {children}
      </DialogFrame>
    </dialog>
  );
}

import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { DialogFrame } from './DialogFrame.tsx';
import styles from './Dialog.module.css';

export interface DialogProps {
  title: ReactNode;
  closeLabel: string;
  /** Escape, the close button or a press beside it. The owner takes the dialog away. */
  onClose: () => void;
  children: ReactNode;
  /** Stays at the lower edge while the content scrolls. */
  footer?: ReactNode;
  /** False while something must not be interrupted: only the owner closes it. */
  dismissible?: boolean;
}

/**
 * A modal dialog: render it to open it, remove it to close it. The browser's own `<dialog>` keeps the focus inside and
 * gives it back to where it was. On telephones it is a sheet.
 */
export function Dialog({ title, closeLabel, onClose, children, footer, dismissible = true }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  const dismiss = useEffectEvent(() => {
    if (dismissible) onClose();
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    const previous = document.activeElement;
    if (!element.open) element.showModal();
    // The browser would choose the close button. A control marked `data-autofocus` comes first, else the dialog itself,
    // which is read out with its title.
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? element).focus();
    const cancel = (event: Event): void => {
      // Closing is the owner's act, so that what is shown and what is kept stay the same.
      event.preventDefault();
      dismiss();
    };
    const pressBeside = (event: Event): void => {
      if (event.target === element) dismiss();
    };
    element.addEventListener('cancel', cancel);
    element.addEventListener('pointerdown', pressBeside);
    return () => {
      element.removeEventListener('cancel', cancel);
      element.removeEventListener('pointerdown', pressBeside);
      element.close();
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={titleId} tabIndex={-1}>
      <DialogFrame {...{ titleId, title, closeLabel, footer }} onClose={dismissible ? onClose : null}>
        {children}
      </DialogFrame>
    </dialog>
  );
}

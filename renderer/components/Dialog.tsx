import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { DialogFrame } from './DialogFrame.tsx';
import styles from './Dialog.module.css';

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
      // Only the parent closes it, so that view and state stay consistent.
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

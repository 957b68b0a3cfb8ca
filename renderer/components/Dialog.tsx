import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { CloseIcon } from './icons.tsx';
import { IconButton } from './IconButton.tsx';
import { classNames } from './classNames.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  title: ReactNode;
  closeLabel: string;
  /** Escape, the close button or a press beside it. The owner takes the dialog away. */
  onClose: () => void;
  children: ReactNode;
  /** Stays at the lower edge while the content scrolls. */
  footer?: ReactNode;
  /** list: the content fills the height and scrolls by itself (the coin selector). */
  layout?: 'normal' | 'list';
  /** False while something must not be interrupted: only the owner closes it. */
  dismissible?: boolean;
  /** False keeps it made but unseen, so that opening it is quick. */
  isOpen?: boolean;
}

/**
 * A modal dialog: render it to open it, remove it to close it, or keep it and say `isOpen`. The browser's own `<dialog>` keeps the focus inside and
 * gives it back to where it was. On telephones it is a sheet.
 */
export function Dialog({
  title,
  closeLabel,
  onClose,
  children,
  footer,
  layout = 'normal',
  dismissible = true,
  isOpen = true,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  const dismiss = useEffectEvent(() => {
    if (dismissible) onClose();
  });

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return undefined;
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
  }, [isOpen]);

  return (
    <dialog ref={dialog} className={classNames(styles['dialog'], styles[layout])} aria-labelledby={titleId} tabIndex={-1}>
      <div className={styles['frame']}>
        <header className={styles['header']}>
          <h2 id={titleId}>{title}</h2>
          {dismissible && <IconButton label={closeLabel} icon={<CloseIcon />} onClick={onClose} className={styles['close']} />}
        </header>
        <div className={styles['content']}>{children}</div>
        {footer && <footer className={styles['footer']}>{footer}</footer>}
      </div>
    </dialog>
  );
}

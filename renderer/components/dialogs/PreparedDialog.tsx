import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../classNames.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { makePageInert } from './makePageInert.ts';
import overlay from './Overlay.module.css';
import styles from './Dialog.module.css';

export interface PreparedDialogProps {
  title: ReactNode;
  closeLabel: string;
  /** Called on Escape, the close button or a press outside. The parent sets `isOpen`. */
  onClose: () => void;
  isOpen: boolean;
  /** Fills the height and scrolls. A control marked `data-autofocus` gets the focus. */
  children: ReactNode;
}

/**
 * A modal dialog that is laid out and painted in advance: opening it only changes its opacity. `showModal()` would move it to
 * the top layer and restyle the whole page within the frame that shows it. Instead the dialog is positioned above the page,
 * and the page becomes inert in the task after that frame. While closed, the dialog is inert. It renders only in a browser,
 * next to the page's root.
 */
export function PreparedDialog({ title, closeLabel, onClose, isOpen, children }: PreparedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const dismiss = useEffectEvent(onClose);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return undefined;
    const previous = document.activeElement;
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? element).focus({ preventScroll: true });
    const release = makePageInert(element);
    const stop = new AbortController();
    const listen = stop.signal;
    // Close request of "back" on a phone, in browsers with `closedby`. Only the parent closes it.
    const cancel = (event: Event): void => {
      event.preventDefault();
      dismiss();
    };
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.isComposing) cancel(event);
    };
    const pressBeside = (event: Event): void => {
      if (event.target === element) dismiss();
    };
    element.addEventListener('cancel', cancel, { signal: listen });
    element.addEventListener('pointerdown', pressBeside, { signal: listen });
    // On the document, because no element has the focus after the focused one was removed.
    document.addEventListener('keydown', press, { signal: listen });
    return () => {
      stop.abort();
      release();
      if (previous instanceof HTMLElement && previous.isConnected) previous.focus({ preventScroll: true });
    };
  }, [isOpen]);

  return createPortal(
    <dialog
      ref={dialog}
      open={isOpen}
      inert={!isOpen}
      // For browsers without support of `inert`.
      aria-hidden={isOpen ? undefined : true}
      aria-modal={isOpen ? true : undefined}
      closedby="closerequest"
      className={classNames(overlay['overlay'], styles['dialog'], styles['prepared'])}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <DialogFrame {...{ titleId, title, closeLabel, onClose }}>{children}</DialogFrame>
    </dialog>,
    document.body,
  );
}

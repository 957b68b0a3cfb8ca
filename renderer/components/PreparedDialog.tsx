import { useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './classNames.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { makePageInert } from './makePageInert.ts';
import styles from './Dialog.module.css';

export interface PreparedDialogProps {
  title: ReactNode;
  closeLabel: string;
  /** Escape, the close button or a press beside it. The owner says `isOpen`. */
  onClose: () => void;
  isOpen: boolean;
  /** Fills the height and scrolls by itself. A control marked `data-autofocus` gets the focus. */
  children: ReactNode;
}

/**
 * A modal dialog that is laid out and painted before anybody opens it, and kept: opening makes it opaque, which asks the
 * browser for next to nothing. `showModal()` would build its boxes anew for the top layer and give every element of the
 * page another style, all in the frame that is to show it. So it lies above the page in a place of its own, and the page
 * becomes inert in the task after that frame. Closed it is inert itself: nobody can see, focus, hear or find it.
 * Only a browser renders it, beside the page's own root.
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
    // What a telephone's "back" asks for, where the browser knows `closedby`. Closing is the owner's act.
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
    // Of the document: the focus may be on nothing, when what had it has gone.
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
      // What is inert is hidden from screen readers; this says so to what does not know the attribute.
      aria-hidden={isOpen ? undefined : true}
      aria-modal={isOpen ? true : undefined}
      closedby="closerequest"
      className={classNames(styles['dialog'], styles['prepared'])}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <DialogFrame {...{ titleId, title, closeLabel, onClose }}>{children}</DialogFrame>
    </dialog>,
    document.body,
  );
}

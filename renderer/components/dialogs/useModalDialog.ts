import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Returns the reference of a native `<dialog>` that is modal while it is rendered. `onClose` is called on Escape and on a press
 * outside, unless it is not dismissible. The focus returns to where it was.
 */
export function useModalDialog({
  onClose,
  dismissible = true,
}: {
  onClose: () => void;
  dismissible?: boolean;
}): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);

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
  return dialog;
}

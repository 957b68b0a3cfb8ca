import { useEffect, type RefObject } from 'react';

/**
 * Presses the form's submit button on Ctrl+Enter (⌘+Enter), wherever the focus is, unless a dialog is open or has just used the keys: the
 * command palette closes on them, before they arrive here.
 */
export function useSubmitKeys(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      form.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [form]);
}

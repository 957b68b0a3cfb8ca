import { useEffect, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { buttonClassName } from '../../components/buttons/Button.tsx';
import { useStores } from '../../StoresContext.tsx';
import styles from './reading.module.css';

/** How long a button shows its result, in ms */
const SHOWN_MS = 2_000;

/**
 * Adds a button that copies to each piece of code in a text of the host; what is shown as plain text is not code. Not in the text itself: without this script it could do
 * nothing. Another text needs another component.
 */
export function useCodeButtons(text: RefObject<HTMLElement | null>): void {
  const { formatMessage } = useIntl();
  const { platform } = useStores();
  const [label, copied, failed] = [
    formatMessage({ id: 'content.copyCode' }),
    formatMessage({ id: 'content.copied' }),
    formatMessage({ id: 'content.copyFailed' }),
  ];
  useEffect(() => {
    const added = [...(text.current?.querySelectorAll('pre:not(:has(> .language-text))') ?? [])].map((code) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = label;
      button.className = buttonClassName({ variant: 'text', size: 'small' }, styles['copy']) ?? '';
      button.setAttribute('aria-live', 'polite');
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (result: string): void => {
        button.textContent = result;
        clearTimeout(timer);
        timer = setTimeout(() => (button.textContent = label), SHOWN_MS);
      };
      button.addEventListener('click', () => {
        platform.copy(code.textContent ?? '').then(
          (isWritten) => show(isWritten ? copied : failed),
          () => show(failed),
        );
      });
      code.after(button);
      return () => {
        clearTimeout(timer);
        button.remove();
      };
    });
    return () => {
      for (const remove of added) remove();
    };
  }, [text, label, copied, failed, platform]);
}

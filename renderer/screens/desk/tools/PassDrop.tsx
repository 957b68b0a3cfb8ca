import { useEffect, useEffectEvent, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { readTextFile } from '../../../components/fields/readTextFile.ts';
import { useStores } from '../../../StoresContext.tsx';
import { useOpenPass } from '../../order/pass/useOpenPass.ts';
import styles from './tools.module.css';

/** Opens the order of a pass that is dropped on the window, or that the customer opened with the app. */
export function PassDrop() {
  const { notifications, platform } = useStores();
  const openPass = useOpenPass();
  const [isOver, setOver] = useState(false);

  const open = useEffectEvent((text: string | null): void => {
    const problem = openPass(text);
    if (problem) notifications.show({ kind: 'error', message: problem });
  });

  useEffect(() => {
    const over = (event: DragEvent): void => {
      // A field for files on the page takes its own.
      const isFree = !event.defaultPrevented && (event.dataTransfer?.types.includes('Files') ?? false);
      if (isFree) event.preventDefault();
      setOver(isFree);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (event.defaultPrevented || !file) return;
      event.preventDefault();
      void readTextFile(file).then(open);
    };
    const stop = new AbortController();
    window.addEventListener('dragover', over, stop);
    window.addEventListener('dragleave', leave, stop);
    window.addEventListener('drop', drop, stop);
    const stopFiles = platform.requests?.onFile(({ text }) => open(text));
    return () => {
      stop.abort();
      stopFiles?.();
    };
  }, [platform]);

  return isOver ? (
    <p className={styles['drop']}>
      <FormattedMessage id="desk.pass.drop" />
    </p>
  ) : null;
}

import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { CloseIcon, DangerIcon, InformationIcon, SuccessIcon } from '../icons/icons.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { classNames } from '../classNames.ts';
import styles from './Toasts.module.css';

export interface Toast {
  id: number;
  kind: 'success' | 'error' | 'info';
  message: ReactNode;
}

export interface ToastsProps {
  label: string;
  closeLabel: string;
  toasts: readonly Toast[];
  onClose: (id: number) => void;
  /** Called with true while the pointer or focus is on the messages: timers pause until it is called with false. */
  onHold: (held: boolean) => void;
}

const ICONS = { success: SuccessIcon, error: DangerIcon, info: InformationIcon } as const;

/** Short messages at the edge of the screen. The live region is always present, so that screen readers announce new ones. */
export function Toasts({ label, closeLabel, toasts, onClose, onHold }: ToastsProps) {
  const region = useRef<HTMLElement>(null);
  const hold = useEffectEvent(onHold);

  useEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    const begin = (): void => hold(true);
    const end = (): void => hold(element.matches(':hover, :focus-within'));
    const stop = new AbortController();
    for (const type of ['pointerenter', 'focusin']) element.addEventListener(type, begin, stop);
    for (const type of ['pointerleave', 'focusout']) element.addEventListener(type, end, stop);
    return () => stop.abort();
  }, []);

  return (
    <section ref={region} aria-label={label} aria-live="polite" aria-relevant="additions" className={styles['region']}>
      {toasts.map(({ id, kind, message }) => {
        const Icon = ICONS[kind];
        return (
          <div key={id} className={styles['toast']}>
            <Icon className={classNames(styles['icon'], styles[kind])} />
            <div className={styles['message']}>{message}</div>
            <IconButton label={closeLabel} icon={<CloseIcon size="small" />} onClick={() => onClose(id)} />
          </div>
        );
      })}
    </section>
  );
}

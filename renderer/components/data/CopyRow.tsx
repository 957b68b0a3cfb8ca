import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { CheckIcon } from '../icons/icons.tsx';
import { CopyIcon } from '../icons/pageIcons.tsx';
import { classNames } from '../classNames.ts';
import styles from './CopyRow.module.css';

/** How long the button shows "copied", in ms. */
const COPIED_MS = 2_000;

export interface CopyRowProps {
  label: ReactNode;
  /** Exactly what is copied. */
  value: string;
  /** The display text if it differs ("0.05 BTC" for "0.05"). */
  display?: ReactNode;
  kind?: 'amount' | 'address' | 'text';
  /** attention: a row that must not be overlooked, for example a memo. */
  tone?: 'normal' | 'attention';
  /** Copying is the screen's next step. */
  isPrimary?: boolean;
  /** Below the value: a warning, a count. */
  note?: ReactNode;
  /** Resolves to false if the clipboard is denied. */
  onCopy: (value: string) => Promise<boolean>;
  text: { copy: string; copied: string; failed: string; copyLabel: string };
}

type CopyState = 'idle' | 'copied' | 'failed';

/** A value with a copy button. It wraps and is never truncated. An address has a bold head and tail for comparison. */
export function CopyRow({
  label,
  value,
  display,
  kind = 'text',
  tone = 'normal',
  isPrimary = false,
  note,
  onCopy,
  text,
}: CopyRowProps) {
  const [state, setState] = useState<CopyState>('idle');
  const shown = useRef<HTMLElement>(null);

  useEffect(() => {
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => setState('idle'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async (): Promise<void> => {
    const copied = await onCopy(value).catch(() => false);
    setState(copied ? 'copied' : 'failed');
    // Clipboard denied: select the text, so that the customer can copy it.
    if (!copied && shown.current) window.getSelection()?.selectAllChildren(shown.current);
  };

  return (
    <div className={classNames(styles['row'], tone === 'attention' && styles['attention'])}>
      <div className={styles['grid']}>
        <span className={styles['label']}>{label}</span>
        <strong ref={shown} translate="no" className={classNames(styles['value'], styles[kind], kind === 'amount' && 'numeric')}>
          {kind === 'address' && display === undefined ? <Address value={value} /> : (display ?? value)}
        </strong>
        {note && <span className={styles['note']}>{note}</span>}
        <Button
          size="small"
          variant={isPrimary ? 'primary' : 'quiet'}
          className={styles['button']}
          aria-label={text.copyLabel}
          icon={state === 'copied' ? <CheckIcon /> : <CopyIcon />}
          onClick={() => void copy()}
        >
          <span className={styles['words']}>
            {/* Both words take their room: the button keeps its width. */}
            <span className={classNames(state === 'copied' && styles['unseen'])}>{text.copy}</span>
            <span className={classNames(state !== 'copied' && styles['unseen'])}>{text.copied}</span>
          </span>
        </Button>
        <span className={state === 'failed' ? styles['failed'] : 'visually-hidden'} role="status">
          {state === 'copied' && text.copied}
          {state === 'failed' && text.failed}
        </span>
      </div>
    </div>
  );
}

/** Head and tail are what people compare. */
function Address({ value }: { value: string }) {
  const head = 6;
  const tail = 8;
  if (value.length <= head + tail) return value;
  return (
    <>
      {value.slice(0, head)}
      <span className={styles['middle']}>{value.slice(head, -tail)}</span>
      {value.slice(-tail)}
    </>
  );
}

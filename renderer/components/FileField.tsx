import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './classNames.ts';
import styles from './FileField.module.css';

export interface FileFieldProps {
  /** What the button says. */
  label: ReactNode;
  /** Beside it: that a file can be dropped here too. Left out on devices without a pointer. */
  dropHint?: ReactNode;
  /** As in `<input accept>`. */
  accept: string;
  /** The text of the file; null when it could not be read. */
  onText: (text: string | null) => void;
  /** Files beyond it are not read. Bytes. */
  limit?: number;
}

const LIMIT = 4_000_000;

/** A text file, chosen or dropped; it is read here and goes nowhere. */
export function FileField({ label, dropHint, accept, onText, limit = LIMIT }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    if (file.size > limit) return onText(null);
    onText(await file.text().catch(() => null));
  };
  const drop = (event: DragEvent): void => {
    // The browser would open the file in place of the page.
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    <div
      className={classNames(styles['area'], isOver && styles['over'])}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        className={styles['input']}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          void read(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
      {dropHint && <span className={classNames(styles['hint'], 'hint')}>{dropHint}</span>}
    </div>
  );
}

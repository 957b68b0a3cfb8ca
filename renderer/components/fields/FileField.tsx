import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { classNames } from '../classNames.ts';
import { MAX_FILE_BYTES, readTextFile } from './readTextFile.ts';
import styles from './FileField.module.css';

export interface FileFieldProps {
  /** The button's label. */
  label: ReactNode;
  /** Hint that a file can be dropped here. Hidden on devices without a pointer. */
  dropHint?: ReactNode;
  /** As in `<input accept>`. */
  accept: string;
  /** Called with the text of the file; null if it is unreadable. */
  onText: (text: string | null) => void;
  /** Larger files are not read. In bytes. */
  limit?: number;
}

/** Field for a chosen or dropped text file. The file is read locally and never uploaded. */
export function FileField({ label, dropHint, accept, onText, limit = MAX_FILE_BYTES }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const read = async (file: File | undefined): Promise<void> => {
    if (file) onText(await readTextFile(file, limit));
  };
  const drop = (event: DragEvent): void => {
    // By default the browser would open the file instead of the page.
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
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
      <Button onClick={() => input.current?.click()}>{label}</Button>
      {dropHint && <span className={classNames(styles['hint'], 'hint')}>{dropHint}</span>}
    </div>
  );
}

import { useId, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { FileField } from '../../renderer/components/fields/FileField.tsx';
import styles from './acts.module.css';

/** A guarantee has a few thousand characters. */
const MOST_BYTES = 50_000;

interface ChosenFileProps {
  label: string;
  /** What was read; '' before that */
  text: string;
  onText: (text: string) => void;
}

/** A field whose value is the text of a file. The file is read here, and only its text is sent. */
export function ChosenFile({ label, text, onText }: ChosenFileProps) {
  const id = useId();
  const [isUnreadable, setUnreadable] = useState(false);
  return (
    <div role="group" aria-labelledby={id} className={styles['file']}>
      <span id={id}>{label}</span>
      <FileField
        limit={MOST_BYTES}
        accept=".json,application/json"
        label={<FormattedMessage id={text === '' ? 'console.chooseFile' : 'console.chooseOtherFile'} />}
        onText={(read) => {
          setUnreadable(read === null);
          onText(read ?? '');
        }}
      />
      <span role="status" className="hint">
        {isUnreadable && <FormattedMessage id="console.fileUnreadable" />}
        {text !== '' && <FormattedMessage id="console.fileRead" />}
      </span>
    </div>
  );
}

import { useState } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '../../../renderer/components/buttons/IconButton.tsx';
import { Dialog } from '../../../renderer/components/dialogs/Dialog.tsx';
import { classNames } from '../../../renderer/components/classNames.ts';
import { Stroke } from '../../../renderer/components/icons/icons.tsx';
import styles from './verification.module.css';

interface PhotoProps {
  label: string;
  /** A data URL */
  image: string;
  isSelected: boolean;
  onSelect: () => void;
}

const TURNS = 4;
const TURN_PATH = 'M19 12a7 7 0 1 1-2-4.900M19.500 3.500v4.500H15';
const ZOOM_PATH = 'M16.500 10.500a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM15 15l5 5M10.500 8v5M8 10.500h5';

/** A photo of a document. It can be turned, and opened in its full size. */
export function Photo({ label, image, isSelected, onSelect }: PhotoProps) {
  const { formatMessage } = useIntl();
  const [turn, setTurn] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const picture = (className: string | undefined) => (
    <img src={image} alt={label} className={classNames(className, styles[`turn${turn}`])} />
  );
  return (
    <figure className={styles['photo']} data-selected={isSelected}>
      <button type="button" className={styles['thumb']} aria-pressed={isSelected} onClick={onSelect}>
        {picture(undefined)}
      </button>
      <figcaption>
        <span>{label}</span>
        <IconButton
          label={formatMessage({ id: 'console.verification.turn' }, { photo: label })}
          icon={<Stroke path={TURN_PATH} />}
          onClick={() => setTurn((turn + 1) % TURNS)}
        />
        <IconButton
          label={formatMessage({ id: 'console.verification.zoom' }, { photo: label })}
          icon={<Stroke path={ZOOM_PATH} />}
          onClick={() => setLarge(true)}
        />
      </figcaption>
      {isLarge && (
        <Dialog title={label} closeLabel={formatMessage({ id: 'signIn.close' })} onClose={() => setLarge(false)}>
          <div className={styles['large']}>{picture(undefined)}</div>
        </Dialog>
      )}
    </figure>
  );
}

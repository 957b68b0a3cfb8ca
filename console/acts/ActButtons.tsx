import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import type { ActRequest } from '../stores/ActStore.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';
import styles from './acts.module.css';
import { ACT_KEYS } from './actKeys.ts';
import { offerName } from './actTexts.ts';

interface ActButtonsProps {
  /** The acts that fit, the most usual one first */
  offers: readonly ActRequest[];
  /** What they are about, in words */
  about?: string;
  /** At most so many; the others are on the page of the item. */
  most?: number;
  /** The first is the next step of what is open. */
  isPrimary?: boolean;
}

const HARMFUL: readonly string[] = ['refund', 'cancel', 'write-off', 'reject', 'freeze', 'stop-payouts', 'end-sessions'];

/** Buttons that open the dialog of an act. */
export const ActButtons = observer(({ offers, about, most = offers.length, isPrimary = false }: ActButtonsProps) => {
  const intl = useIntl();
  const { acts } = useStores(consoleGroup);
  return (
    <span className={styles['buttons']}>
      {offers.slice(0, most).map((offer, index) => {
        // Two buttons of one act: the letter is the first one's.
        const key = offers.findIndex(({ act }) => act === offer.act) === index ? ACT_KEYS[offer.act] : undefined;
        return (
          <Button
            key={offer.act + JSON.stringify(offer.input)}
            size="small"
            variant={isPrimary && index === 0 ? 'primary' : HARMFUL.includes(offer.act) ? 'danger' : 'quiet'}
            data-key={key}
            onClick={() => acts.open({ ...offer, ...(about !== undefined && { about }) })}
          >
            {offerName(intl, offer)}
            {isPrimary && key !== undefined && <kbd className={styles['key']}>{key}</kbd>}
          </Button>
        );
      })}
    </span>
  );
});

import { FormattedMessage, useIntl } from 'react-intl';
import { DefinitionList } from '../../renderer/components/data/DefinitionList.tsx';
import { Dialog } from '../../renderer/components/dialogs/Dialog.tsx';
import { Button } from '../../renderer/components/buttons/Button.tsx';
import { ACT_KEYS } from '../acts/actKeys.ts';
import { actName } from '../acts/actTexts.ts';
import { SECTIONS } from '../sections.ts';
import styles from './Frame.module.css';

/** All keys of the console. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const line = (id: string, keys: string, text: React.ReactNode) => ({
    id,
    term: text,
    detail: keys.split(' ').map((key) => <kbd key={key}>{key}</kbd>),
  });
  return (
    <Dialog title={formatMessage({ id: 'console.keys' })} closeLabel={formatMessage({ id: 'signIn.close' })} onClose={onClose}>
      <DefinitionList
        items={[
          line('search', 'Ctrl K', <FormattedMessage id="console.search" />),
          line('move', 'J K', <FormattedMessage id="console.keys.move" />),
          line('open', 'Enter', <FormattedMessage id="console.keys.open" />),
          line('close', 'Esc', <FormattedMessage id="console.keys.close" />),
          ...SECTIONS.map(({ path, key, title }) => line(path, `G ${key}`, <FormattedMessage id={title} />)),
          ...Object.entries(ACT_KEYS).map(([act, key]) => line(`act ${act}`, key, actName(intl, act))),
        ]}
      />
      <Button variant="primary" wide className={styles['close']} onClick={onClose}>
        <FormattedMessage id="signIn.close" />
      </Button>
    </Dialog>
  );
}

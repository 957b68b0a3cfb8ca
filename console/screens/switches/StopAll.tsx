import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { Button } from '../../../renderer/components/buttons/Button.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { consoleGroup } from '../../stores/consoleGroup.ts';
import styles from './StopAll.module.css';

/** Stops all payouts; after that, resumes them. Stopping needs nobody else, resuming does. */
export const StopAll = observer(({ switches }: Pick<ConsoleOutput<'switches'>, 'switches'>) => {
  const { formatMessage } = useIntl();
  const { acts } = useStores(consoleGroup);
  const about = formatMessage({ id: 'console.everywhere' });
  const isStopped = switches.some(({ closes, target }) => closes === 'PAYOUTS' && target === 'EVERYTHING');
  return isStopped ? (
    <Button size="small" onClick={() => acts.open({ act: 'resume-payouts', input: {}, about })}>
      <FormattedMessage id="console.resumePayouts" />
    </Button>
  ) : (
    <Button
      size="small"
      className={styles['stop']}
      onClick={() => acts.open({ act: 'stop-payouts', input: {}, asks: ['reason'], about })}
    >
      <FormattedMessage id="console.stopAllPayouts" />
    </Button>
  );
});

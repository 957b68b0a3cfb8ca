import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ErrorCode } from '../../contract/errors.ts';
import type { MessageId } from '../../renderer/i18n/messages.ts';
import { Card } from '../../renderer/components/layout/Card.tsx';
import { ErrorState } from '../../renderer/components/feedback/ErrorState.tsx';
import { Freshness } from '../../renderer/components/feedback/Freshness.tsx';
import { Skeleton } from '../../renderer/components/feedback/Skeleton.tsx';
import { useNow } from '../../renderer/screens/shell/useNow.ts';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import type { PanelStore, ReadCall } from '../stores/PanelStore.ts';
import styles from './Panel.module.css';

export interface PanelProps<Name extends ReadCall> {
  panel: PanelStore<Name>;
  title: ReactNode;
  hint?: ReactNode;
  /** At the end of the heading's line */
  aside?: ReactNode;
  children: (data: ConsoleOutput<Name>) => ReactNode;
}

const FAILURES: Partial<Record<ErrorCode, MessageId>> = {
  ERR_NOT_FOUND: 'console.notFound',
  ERR_VALIDATION: 'console.notFound',
  ERR_NOT_ENOUGH_PERMISSIONS: 'console.notAllowed',
};

/** A card with data of the host. It says how old they are, and that they could not be read. */
export const Panel = observer(<Name extends ReadCall>({ panel, title, hint, aside, children }: PanelProps<Name>) => {
  const { formatMessage } = useIntl();
  const { data, failure } = panel;
  return (
    <Card aria-label={typeof title === 'string' ? title : undefined} padding="none" className={styles['panel']}>
      <header className={styles['header']}>
        <div>
          <h2>{title}</h2>
          {hint && <p className="hint">{hint}</p>}
        </div>
        <div className={styles['aside']}>
          <Age panel={panel} />
          {aside}
        </div>
      </header>
      {data ? (
        children(data)
      ) : failure ? (
        <ErrorState
          title={<FormattedMessage id={FAILURES[failure] ?? 'console.notRead'} />}
          retry={{ label: formatMessage({ id: 'error.tryAgain' }), onClick: () => void panel.read(), busy: panel.isReading }}
        />
      ) : (
        <div className={styles['loading']} aria-busy="true" role="status" aria-label={formatMessage({ id: 'shell.loading' })}>
          {['full', 'long', 'full', 'half'].map((width, index) => (
            <Skeleton key={String(index)} width={width as 'full'} />
          ))}
        </div>
      )}
    </Card>
  );
}) as <Name extends ReadCall>(props: PanelProps<Name>) => ReactNode;

/** How long ago the data were read; amber when that is long. */
const Age = observer(({ panel }: { panel: PanelStore<ReadCall> }) => {
  const now = useNow(1_000);
  const { readAt, failure, staleMs } = panel;
  if (readAt === null) return null;
  const seconds = Math.max(0, Math.round((now - readAt) / 1_000));
  const isStale = failure !== null || now - readAt > staleMs;
  return (
    <Freshness state={isStale ? 'stale' : 'live'}>
      <span className={isStale ? styles['stale'] : undefined}>
        <FormattedMessage id="console.age" values={{ seconds }} />
      </span>
    </Freshness>
  );
});

import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Status } from '../../../contract/api/service.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { CoinLogo } from '../../components/coins/CoinLogo.tsx';
import { StatusChip } from '../../components/feedback/StatusChip.tsx';
import { SuccessIcon, WarningIcon } from '../../components/icons/icons.tsx';
import { BellIcon } from '../../components/icons/pageIcons.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { Disclosure } from '../../components/layout/Disclosure.tsx';
import { statusGroup } from '../../stores/StatusStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import { componentName, effectOf } from './componentTexts.ts';
import { DayBar, DayStrip } from './DayStrip.tsx';
import { healthDays } from './healthDays.ts';
import styles from './status.module.css';

type Component = Status['components'][number];

/** So many of those without an incident have a strip of their own. */
const MOST_WITHOUT_INCIDENT = 9;
const LEGEND = ['worked', 'partly', 'down', 'unknown'] as const;

/** What does not work, with what it means for the customer's money, then what works, folded. */
export const Components = observer(({ status }: { status: Status }) => {
  const { components, notice } = status;
  const broken = components.filter(({ state }) => state !== 'OK').toSorted(downFirst);
  const down = broken.filter(({ state }) => state === 'DOWN').length;
  const works = components.filter(({ state }) => state === 'OK');
  const Icon = broken.length > 0 ? WarningIcon : SuccessIcon;
  return (
    <Card padding="none" aria-labelledby="status-summary">
      <header className={styles['summary']}>
        <Icon className={broken.length > 0 ? styles['warning'] : styles['success']} />
        <div role="status">
          <h2 id="status-summary">
            {broken.length === 0 ? (
              <FormattedMessage id="status.summary.success" />
            ) : (
              <FormattedMessage
                id="status.summary.broken"
                values={{ down, limited: broken.length - down, both: down > 0 && broken.length > down ? 'yes' : 'no' }}
              />
            )}
          </h2>
          {broken.length > 0 && (
            <p className="hint">
              <FormattedMessage id="status.rest" />
            </p>
          )}
          {notice !== null && <p lang="en">{notice}</p>}
        </div>
        {broken.length > 0 && <WhenItWorks />}
      </header>
      <ul>
        {broken.map((component) => (
          <Broken key={component.id} component={component} status={status} />
        ))}
      </ul>
      {works.length > 0 && <Working components={works} status={status} />}
      <p className={styles['legend']}>
        <FormattedMessage id="status.legend" />
        {LEGEND.map((state) => (
          <span key={state}>
            <DayBar state={state} /> <FormattedMessage id={`status.day.${state}`} />
          </span>
        ))}
      </p>
    </Card>
  );
});

function Broken({ component, status }: { component: Component; status: Status }) {
  const { formatMessage } = useIntl();
  const since = status.incidents?.find((incident) => incident.component === component.id && incident.endedAt === null);
  return (
    <li className={styles['broken']}>
      <Logo component={component} />
      <div className={styles['words']}>
        <h3>{componentName(component, formatMessage)}</h3>
        <p className="hint">
          {effectOf(component, formatMessage)}{' '}
          {since && (
            <FormattedMessage id="status.since" values={{ time: <LocalTime at={since.startedAt} format="dateTime" /> }} />
          )}
        </p>
      </div>
      <StatusChip tone="urgent">
        <FormattedMessage id={`status.state.${component.state}`} />
      </StatusChip>
      <DayStrip days={healthDays(component.id, status)} />
    </li>
  );
}

function Working({ components, status }: { components: readonly Component[]; status: Status }) {
  const intl = useIntl();
  const hadIncident = new Set(status.incidents?.map(({ component }) => component));
  const isQuiet = ({ id }: Component): boolean => !hadIncident.has(id);
  const quiet = components.filter(isQuiet);
  const [shown, rest] = [quiet.slice(0, MOST_WITHOUT_INCIDENT), quiet.slice(MOST_WITHOUT_INCIDENT)];
  const networks = components.filter(({ network }) => network).length;
  return (
    <Disclosure
      className={styles['working']}
      summary={<FormattedMessage id="status.working" values={{ networks, parts: components.length - networks }} />}
    >
      <ul className={styles['components']}>
        {[...components.filter((component) => !isQuiet(component)), ...shown].map((component) => (
          <li key={component.id} className={styles['component']}>
            <Logo component={component} />
            <span>{componentName(component, intl.formatMessage)}</span>
            <DayStrip days={healthDays(component.id, status)} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <p className="hint">
          <FormattedMessage
            id="status.noIncident"
            values={{
              count: rest.length,
              names: intl.formatList(rest.map((component) => componentName(component, intl.formatMessage))),
            }}
          />
        </p>
      )}
    </Disclosure>
  );
}

function Logo({ component: { id, network } }: { component: Component }) {
  return <CoinLogo ticker={network?.friendlyTitle ?? id} source={network?.logoLink} lazy />;
}

const WhenItWorks = observer(() => {
  const { formatMessage } = useIntl();
  const { status } = useStores(statusGroup);
  const { canTell, isAwaited, isRefused, tellWhenItWorks } = status;
  if (!canTell) return null;
  if (isAwaited || isRefused)
    return (
      <p className="hint" role="status">
        <FormattedMessage id={isAwaited ? 'status.told' : 'notify.browser.denied'} />
      </p>
    );
  const text = { title: formatMessage({ id: 'status.summary.success' }), body: formatMessage({ id: 'status.worksAgain' }) };
  return (
    <Button icon={<BellIcon />} onClick={() => void tellWhenItWorks(text)}>
      <FormattedMessage id="status.tell" />
    </Button>
  );
});

const downFirst = (left: Component, right: Component): number => Number(right.state === 'DOWN') - Number(left.state === 'DOWN');

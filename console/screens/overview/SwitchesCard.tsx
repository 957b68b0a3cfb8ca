import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ConsoleOutput } from '../../../contract/console/routes.ts';
import { Link } from '../../../renderer/components/buttons/Link.tsx';
import { Switch } from '../../../renderer/components/fields/Switch.tsx';
import { Card } from '../../../renderer/components/layout/Card.tsx';
import { StatusChip } from '../../../renderer/components/feedback/StatusChip.tsx';
import { useStores } from '../../../renderer/StoresContext.tsx';
import { reasonText, stateName } from '../../acts/actTexts.ts';
import { At, Small } from '../../parts/cells.tsx';
import list from '../../parts/list.module.css';
import { ListTable, useColumns } from '../../parts/ListTable.tsx';
import { Since } from '../../parts/Since.tsx';
import { useCoins } from '../../parts/useCoins.ts';
import { consoleGroup } from '../../stores/consoleGroup.ts';
import { StopAll } from '../switches/StopAll.tsx';
import styles from './overview.module.css';

type Pulse = ConsoleOutput<'pulse'>;
/** Networks that the card lists; the screen Networks has all. */
const SHOWN = 8;

type Network = Pulse['networks'][number];

/** The networks with their age, what is closed on them by whom, and the stop of all payouts. */
export const SwitchesCard = observer(({ pulse }: { pulse: Pulse }) => {
  const { formatMessage } = useIntl();
  const column = useColumns();
  const { watch } = useStores(consoleGroup);
  const { networks, switches } = pulse;
  const { networkTitle } = useCoins();
  // What does not work comes first: there are dozens of networks.
  const isWell = ({ network, isReading }: Network): boolean =>
    isReading && !switches.some(({ target, slug }) => target === 'NETWORK' && slug === network);
  const shown = networks.toSorted((left, right) => Number(isWell(left)) - Number(isWell(right))).slice(0, SHOWN);
  return (
    <Card padding="none" aria-label={formatMessage({ id: 'console.networksAndSwitches' })}>
      <h2 className={styles['heading']}>
        <FormattedMessage id="console.networksAndSwitches" />
      </h2>
      {watch.may('switches') && (
        <div className={styles['buttons']}>
          <StopAll switches={switches} />
        </div>
      )}
      <ListTable
        cards={false}
        caption={formatMessage({ id: 'console.networks' })}
        rows={shown}
        rowKey={({ network }) => network}
        columns={[
          column<Network>('network', ({ network, readAt, height, isReading }) => (
            <>
              <b>{networkTitle(network)}</b>
              <Small>
                {isReading ? (
                  <FormattedMessage id="console.blockAgo" values={{ height, time: readAt !== null && <Since at={readAt} /> }} />
                ) : (
                  <span className={styles['urgent']}>
                    <FormattedMessage id="console.silent" />
                    {readAt !== null && (
                      <>
                        , <Since at={readAt} />
                      </>
                    )}
                  </span>
                )}
              </Small>
              <Reasons switches={switches} network={network} />
            </>
          )),
          column<Network>('maySend', ({ network }) => <Side pulse={pulse} network={network} side="send" />, 'end'),
          column<Network>('mayReceive', ({ network }) => <Side pulse={pulse} network={network} side="receive" />, 'end'),
        ]}
      />
      {networks.length > shown.length && (
        <p className={list['foot']}>
          <Link href="/networks">
            <FormattedMessage id="console.allNetworks" values={{ count: networks.length }} />
          </Link>
        </p>
      )}
    </Card>
  );
});

/** Who closed something on the network, since when and why. */
const Reasons = observer(({ switches, network }: { switches: Pulse['switches']; network: string }) => {
  const intl = useIntl();
  const own = switches.filter(({ target, slug }) => target === 'NETWORK' && slug === network);
  return own.map(({ closes, setBy, setAt, reason }) => (
    <Small key={closes}>
      {stateName(intl, closes)}: {setBy}, <At time={setAt} />
      {reason !== null && `: ${reasonText(intl, reason)}`}
    </Small>
  ));
});

interface SideProps {
  pulse: Pulse;
  network: string;
  side: 'send' | 'receive';
}

/** The switch of a side. It opens the dialog of the act; what is closed everywhere can't be opened here. */
const Side = observer(({ pulse: { switches }, network, side }: SideProps) => {
  const intl = useIntl();
  const { acts, watch } = useStores(consoleGroup);
  const { networkTitle } = useCoins();
  const closing = switches.filter(({ closes }) => closes === side.toUpperCase());
  const isClosedHere = closing.some(({ target, slug }) => target === 'NETWORK' && slug === network);
  const isClosedEverywhere = closing.some(({ target }) => target === 'EVERYTHING');
  if (isClosedEverywhere || !watch.may('switches')) {
    const isOpen = !isClosedEverywhere && !isClosedHere;
    return (
      <StatusChip tone={isOpen ? 'good' : 'urgent'}>
        <FormattedMessage id={isOpen ? 'console.isOpen' : 'console.isClosed'} />
      </StatusChip>
    );
  }
  const about = networkTitle(network);
  const input = { target: 'network', slug: network, side };
  return (
    <Switch
      checked={!isClosedHere}
      label={intl.formatMessage({ id: side === 'send' ? 'console.mayBeSent' : 'console.mayBeReceived' }, { network: about })}
      onChange={(isOpening) =>
        acts.open(isOpening ? { act: 'resume', input, about } : { act: 'pause', input, asks: ['reason'], about })
      }
    />
  );
});

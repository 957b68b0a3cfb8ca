import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import type { ConsoleOutput } from '../../contract/console/routes.ts';
import { Link } from '../../renderer/components/buttons/Link.tsx';
import { StatusChip } from '../../renderer/components/feedback/StatusChip.tsx';
import { useStores } from '../../renderer/StoresContext.tsx';
import { ActButtons } from '../acts/ActButtons.tsx';
import { stateName } from '../acts/actTexts.ts';
import { Notice } from '../../renderer/components/feedback/Notice.tsx';
import { Code, RowLink, Small } from '../parts/cells.tsx';
import { Drawer } from '../parts/Drawer.tsx';
import list from '../parts/list.module.css';
import { ListTable, useColumns } from '../parts/ListTable.tsx';
import { PanelTable } from '../parts/PanelTable.tsx';
import { Since } from '../parts/Since.tsx';
import { SwitchList } from '../parts/SwitchList.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { consoleGroup } from '../stores/consoleGroup.ts';

type Network = ConsoleOutput<'networks'>['networks'][number];
type Node = Network['nodes'][number];

/** Each network and its nodes: heights and answers side by side. */
export const Screen = observer(() => {
  const intl = useIntl();
  const column = useColumns();
  const { network: opened } = useParams();
  const panel = usePanel('networks', {}, { everyMs: 5_000 });
  const network = panel.data?.networks.find((one) => one.network === opened);
  return (
    <>
      <Title id="console.networks" />
      <div className={network ? list['split'] : list['stack']}>
        <PanelTable
          panel={panel}
          title={intl.formatMessage({ id: 'console.networks' })}
          hint={<FormattedMessage id="console.networksHelp" />}
          rows={({ networks }) => networks}
          rowKey={(one) => one.network}
          columns={[
            column<Network>('network', (one) => (
              <>
                <RowLink href={`/networks/${one.network}`} isOpen={one.network === opened}>
                  {one.title}
                </RowLink>
                <Small>{one.readAt === null ? <FormattedMessage id="console.neverRead" /> : <Since at={one.readAt} />}</Small>
              </>
            )),
            column<Network>('block', ({ height }) => height ?? '–', 'end'),
            column<Network>('nodes', ({ nodes }) => <Agreement nodes={nodes} />),
            column<Network>('waiting', ({ waiting }) => waiting, 'end'),
            column<Network>('onItsWay', ({ onItsWay }) => onItsWay, 'end'),
            column<Network>('state', (one) => <NetworkState network={one} />),
          ]}
        />
        {network && <NetworkDrawer network={network} />}
      </div>
    </>
  );
});

function Agreement({ nodes }: { nodes: readonly Node[] }) {
  if (nodes.length === 0) return '–';
  const agreeing = nodes.filter(({ agrees }) => agrees === true).length;
  return (
    <span className={agreeing < nodes.length ? list['late'] : undefined}>
      <FormattedMessage id="console.agreeing" values={{ agreeing, count: nodes.length }} />
    </span>
  );
}

function NetworkState({ network: { isConnected, isReading, switches, recovery } }: { network: Network }) {
  const intl = useIntl();
  if (recovery) return <StatusChip tone="urgent">{stateName(intl, 'RECOVERY')}</StatusChip>;
  if (!isConnected) return <StatusChip tone="ended">{intl.formatMessage({ id: 'console.notConnected' })}</StatusChip>;
  if (!isReading) return <StatusChip tone="urgent">{intl.formatMessage({ id: 'console.silent' })}</StatusChip>;
  return switches.length > 0 ? (
    <StatusChip tone="urgent">{intl.formatMessage({ id: 'console.partlyClosed' })}</StatusChip>
  ) : (
    <StatusChip tone="good">{intl.formatMessage({ id: 'console.works' })}</StatusChip>
  );
}

const NetworkDrawer = observer(({ network }: { network: Network }) => {
  const intl = useIntl();
  const column = useColumns();
  const { watch } = useStores(consoleGroup);
  return (
    <Drawer over={network.network} title={network.title} label={network.title} closeTo="/networks">
      {network.recovery && watch.may('treasury') && (
        <Link href={`/networks/${network.network}/recovery`}>
          <FormattedMessage id="console.openRecovery" />
        </Link>
      )}
      <ActButtons offers={network.acts} about={network.title} isPrimary />
      {network.failure !== null && (
        <Notice kind="danger" title={<FormattedMessage id="console.networkFailure" />}>
          <p lang="en">{network.failure}</p>
        </Notice>
      )}
      <SwitchList switches={network.switches} />
      <h3>
        <FormattedMessage id="console.column.nodes" />
      </h3>
      <ListTable
        cards={false}
        caption={intl.formatMessage({ id: 'console.column.nodes' })}
        rows={network.nodes}
        rowKey={({ name }) => name}
        empty={<FormattedMessage id="console.none" />}
        columns={[
          column<Node>('node', ({ name, failure }) => (
            <>
              <span className="mono">{name}</span>
              {failure !== null && <Small>{failure}</Small>}
            </>
          )),
          column<Node>(
            'block',
            ({ height, answeredAt }) => (
              <>
                {height ?? '–'}
                {answeredAt !== null && (
                  <Small>
                    <Since at={answeredAt} />
                  </Small>
                )}
              </>
            ),
            'end',
          ),
          column<Node>('hash', ({ block }) =>
            block === null ? (
              '–'
            ) : (
              <>
                <Code text={block.hash} />
                <Small>{block.height}</Small>
              </>
            ),
          ),
          column<Node>('agrees', ({ agrees }) =>
            agrees === null ? (
              '–'
            ) : (
              <StatusChip tone={agrees ? 'good' : 'urgent'}>
                <FormattedMessage id={agrees ? 'console.yes' : 'console.no'} />
              </StatusChip>
            ),
          ),
        ]}
      />
    </Drawer>
  );
});

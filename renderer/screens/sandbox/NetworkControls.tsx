import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { DataTable, type DataColumn } from '../../components/data/DataTable.tsx';
import { SearchIcon } from '../../components/icons/pageIcons.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { TextInput } from '../../components/fields/TextInput.tsx';
import type { SandboxNetwork, SandboxStore } from '../../stores/sandbox/SandboxStore.ts';
import styles from './sandbox.module.css';

const SHOWN_AT_FIRST = 8;

/** Controls of every embedded network: height, pending transactions and state. */
export const NetworkControls = observer(({ sandbox, networks }: { sandbox: SandboxStore; networks: SandboxNetwork[] }) => {
  const { formatMessage } = useIntl();
  const columns = useColumns(sandbox);
  const [search, setSearch] = useState('');
  const [isWhole, setIsWhole] = useState(false);
  const wanted = search.trim().toLowerCase();
  const found = networks
    .filter(({ friendlyTitle, slug }) => friendlyTitle.toLowerCase().includes(wanted) || slug.includes(wanted))
    .toSorted((left, right) => importance(right) - importance(left));
  const shown = isWhole || wanted !== '' ? found : found.slice(0, SHOWN_AT_FIRST);
  const { problem } = sandbox;
  return (
    <Card className={styles['wide']} aria-labelledby="sandbox-networks">
      <div className={styles['head']}>
        <h2 id="sandbox-networks">
          <FormattedMessage id="sandbox.networks.title" />
        </h2>
        <TextInput
          className={styles['search']}
          type="search"
          aria-label={formatMessage({ id: 'sandbox.networks.search' })}
          placeholder={formatMessage({ id: 'sandbox.networks.search' })}
          leading={<SearchIcon />}
          value={search}
          onChange={setSearch}
        />
      </div>
      <div role="status">
        {problem?.at === 'mine' && (
          <Notice kind="danger">
            <FormattedMessage id="sandbox.refused" values={{ message: problem.message }} />
          </Notice>
        )}
      </div>
      <DataTable
        cards
        caption={formatMessage({ id: 'sandbox.networks.title' })}
        columns={columns}
        rows={shown}
        rowKey={({ slug }) => slug}
        empty={<FormattedMessage id="sandbox.networks.none" />}
      />
      {shown.length < found.length && (
        <Button size="small" onClick={() => setIsWhole(true)}>
          <FormattedMessage id="sandbox.networks.all" values={{ count: found.length }} />
        </Button>
      )}
    </Card>
  );
});

/** Sorts networks with faults or pending transactions first, otherwise in the host's order. */
function importance({ mode, feeFactor, pending }: SandboxNetwork): number {
  return (mode === 'up' && feeFactor === '1' ? 0 : 2) + (pending > 0 ? 1 : 0);
}

function useColumns(sandbox: SandboxStore): DataColumn<SandboxNetwork>[] {
  const { formatMessage, formatNumber } = useIntl();
  const heading = (id: 'network' | 'height' | 'block' | 'pending' | 'mode' | 'mine') =>
    formatMessage({ id: `sandbox.networks.${id}` });
  return [
    { id: 'network', heading: heading('network'), cell: ({ friendlyTitle }) => friendlyTitle },
    {
      id: 'height',
      heading: heading('height'),
      cell: ({ height }) => <span className={styles['whole']}>{formatNumber(height)}</span>,
    },
    {
      id: 'block',
      heading: heading('block'),
      cell: ({ blockSeconds }) => formatMessage({ id: 'sandbox.networks.seconds' }, { value: blockSeconds }),
    },
    { id: 'pending', heading: heading('pending'), cell: ({ pending }) => formatNumber(pending) },
    {
      id: 'mode',
      heading: heading('mode'),
      cell: ({ mode, feeFactor }) => (
        <span className={mode === 'up' && feeFactor === '1' ? undefined : styles['broken']}>
          {formatMessage({ id: `sandbox.networks.mode.${mode}` })}
          {feeFactor !== '1' && <>, {formatMessage({ id: 'sandbox.faults.feesTimes' }, { factor: Number(feeFactor) })}</>}
        </span>
      ),
    },
    {
      id: 'mine',
      heading: heading('mine'),
      cell: ({ slug, friendlyTitle }) => (
        <span className={styles['mine']}>
          {[1, 10].map((blocks) => (
            <Button
              key={blocks}
              size="small"
              aria-label={formatMessage({ id: 'sandbox.networks.mineLabel' }, { blocks, network: friendlyTitle })}
              onClick={() => void sandbox.mine(slug, blocks)}
            >
              +{blocks}
            </Button>
          ))}
        </span>
      ),
    },
  ];
}

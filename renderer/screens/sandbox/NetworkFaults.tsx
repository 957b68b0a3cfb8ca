import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/buttons/Button.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { RadioCards } from '../../components/fields/RadioCards.tsx';
import { Segmented } from '../../components/fields/Segmented.tsx';
import { Select } from '../../components/fields/Select.tsx';
import type { SandboxNetwork, SandboxStore } from '../../stores/sandbox/SandboxStore.ts';
import styles from './sandbox.module.css';

const MODES = ['up', 'down', 'slow', 'refuse', 'lossy', 'lag', 'stuck', 'overstate', 'invent', 'hide'] as const;
const FEE_FACTORS = ['1', '1.5', '4', '10', '100'] as const;
const BLOCKS = ['1', '2', '5', '20', '100'] as const;
const REORG_FATES = ['return', 'vanish', 'doubleSpend'] as const;
const REPLACE_FATES = ['same', 'conflicting'] as const;

/** Faults of a network: lasting ones until repaired, and one-time events. */
export const NetworkFaults = observer(({ sandbox, networks }: { sandbox: SandboxStore; networks: SandboxNetwork[] }) => {
  const { formatMessage } = useIntl();
  const [slug, setSlug] = useState('');
  const network = networks.find((one) => one.slug === slug) ?? networks[0];
  if (!network) return null;
  const isWhole = network.mode === 'up' && network.feeFactor === '1';
  return (
    <Card className={styles['faults']} aria-labelledby="sandbox-faults">
      <div>
        <h2 id="sandbox-faults">
          <FormattedMessage id="sandbox.faults.title" />
        </h2>
        <p>
          <FormattedMessage id="sandbox.faults.lead" />
        </p>
      </div>
      <Field label={formatMessage({ id: 'sandbox.faults.network' })} reserve={false} className={styles['narrow']}>
        {(aria) => (
          <Select
            {...aria}
            value={network.slug}
            options={networks.map((one) => ({ value: one.slug, label: one.friendlyTitle }))}
            onChange={setSlug}
          />
        )}
      </Field>
      <RadioCards
        legend={formatMessage({ id: 'sandbox.networks.modeOf' }, { network: network.friendlyTitle })}
        legendVisible
        value={network.mode}
        options={MODES.map((mode) => ({
          value: mode,
          label: formatMessage({ id: `sandbox.networks.mode.${mode}` }),
          detail: formatMessage({ id: `sandbox.faults.mode.${mode}` }),
        }))}
        onChange={(mode) => void sandbox.setMode(network.slug, mode === 'up' ? null : mode)}
      />
      <Fees sandbox={sandbox} network={network} />
      <Reorganisation sandbox={sandbox} network={network} />
      <Replacement sandbox={sandbox} network={network} />
      <div className={styles['ways']}>
        <Button
          busy={sandbox.busy === network.slug}
          unavailableReason={isWhole ? formatMessage({ id: 'sandbox.faults.whole' }) : null}
          onClick={() => void sandbox.setMode(network.slug, null)}
        >
          <FormattedMessage id="sandbox.faults.repair" values={{ network: network.friendlyTitle }} />
        </Button>
      </div>
      <Outcome sandbox={sandbox} network={network} />
    </Card>
  );
});

interface FaultProps {
  sandbox: SandboxStore;
  network: SandboxNetwork;
}

function Fees({ sandbox, network }: FaultProps) {
  const { formatMessage } = useIntl();
  const factor = network.feeFactor;
  const known = FEE_FACTORS.some((one) => one === factor) ? FEE_FACTORS : [...FEE_FACTORS, factor];
  return (
    <fieldset className={styles['once']}>
      <legend>
        <FormattedMessage id="sandbox.faults.fees" />
      </legend>
      <Segmented
        className={styles['narrow']}
        legend={formatMessage({ id: 'sandbox.faults.fees' })}
        value={factor}
        options={known.map((one) => ({
          value: one,
          label: formatMessage({ id: 'sandbox.faults.feesTimes' }, { factor: Number(one) }),
        }))}
        onChange={(chosen) => void sandbox.setFeeFactor(network.slug, chosen)}
      />
    </fieldset>
  );
}

function Reorganisation({ sandbox, network }: FaultProps) {
  const { formatMessage } = useIntl();
  const [blocks, setBlocks] = useState<(typeof BLOCKS)[number]>('2');
  return (
    <fieldset className={styles['once']}>
      <legend>
        <FormattedMessage id="sandbox.faults.reorg" />
      </legend>
      <p>
        <FormattedMessage id="sandbox.faults.reorgHint" />
      </p>
      <div className={styles['ways']}>
        <Select
          small
          className={styles['blocks']}
          aria-label={formatMessage({ id: 'sandbox.faults.blocks' })}
          value={blocks}
          options={BLOCKS.map((one) => ({
            value: one,
            label: formatMessage({ id: 'sandbox.faults.newest' }, { blocks: Number(one) }),
          }))}
          onChange={setBlocks}
        />
        {REORG_FATES.map((fate) => (
          <Button
            key={fate}
            size="small"
            onClick={() => void sandbox.reorganise({ networkSlug: network.slug, blocks: Number(blocks), fate })}
          >
            <FormattedMessage id={`sandbox.faults.reorg.${fate}`} />
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function Replacement({ sandbox, network }: FaultProps) {
  return (
    <fieldset className={styles['once']}>
      <legend>
        <FormattedMessage id="sandbox.faults.replace" />
      </legend>
      <p>
        <FormattedMessage id="sandbox.faults.replaceHint" values={{ count: network.pending }} />
      </p>
      <div className={styles['ways']}>
        {REPLACE_FATES.map((fate) => (
          <Button key={fate} size="small" onClick={() => void sandbox.replaceWaiting({ networkSlug: network.slug, fate })}>
            <FormattedMessage id={`sandbox.faults.replace.${fate}`} />
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

const Outcome = observer(({ sandbox, network }: FaultProps) => {
  const { problem, concerned } = sandbox;
  return (
    <div role="status">
      {problem?.at === network.slug && (
        <Notice kind="danger">
          <FormattedMessage id="sandbox.refused" values={{ message: problem.message }} />
        </Notice>
      )}
      {concerned?.at === network.slug && (
        <Notice kind="success">
          <FormattedMessage id="sandbox.faults.concerned" values={{ count: concerned.transactions }} />
        </Notice>
      )}
    </div>
  );
});

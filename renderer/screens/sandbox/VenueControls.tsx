import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SandboxState } from '../../../contract/api/sandbox.ts';
import { Card } from '../../components/layout/Card.tsx';
import { Field } from '../../components/fields/Field.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Select } from '../../components/fields/Select.tsx';
import type { SandboxStore } from '../../stores/sandbox/SandboxStore.ts';
import styles from './sandbox.module.css';

const MODES = ['up', 'down', 'slow', 'loseRequests', 'loseAnswers', 'partial', 'refuse', 'late', 'understate'] as const;
const VENUE = 'venue';

/** Faults of the embedded exchange on which the host hedges. */
export const VenueControls = observer(
  ({ sandbox, venue }: { sandbox: SandboxStore; venue: NonNullable<SandboxState['venue']> }) => {
    const { formatMessage } = useIntl();
    const { problem } = sandbox;
    return (
      <Card className={styles['faults']} aria-labelledby="sandbox-venue">
        <div>
          <h2 id="sandbox-venue">
            <FormattedMessage id="sandbox.venue.title" />
          </h2>
          <p>
            <FormattedMessage id="sandbox.venue.lead" />
          </p>
        </div>
        <Field
          className={styles['narrow']}
          label={formatMessage({ id: 'sandbox.venue.mode' })}
          hint={formatMessage({ id: `sandbox.venue.hint.${venue.mode}` })}
        >
          {(aria) => (
            <Select
              {...aria}
              value={venue.mode}
              options={MODES.map((mode) => ({ value: mode, label: formatMessage({ id: `sandbox.venue.mode.${mode}` }) }))}
              onChange={(mode) => void sandbox.setMode(VENUE, mode === 'up' ? null : mode)}
            />
          )}
        </Field>
        <div role="status">
          {problem?.at === VENUE && (
            <Notice kind="danger">
              <FormattedMessage id="sandbox.refused" values={{ message: problem.message }} />
            </Notice>
          )}
        </div>
      </Card>
    );
  },
);

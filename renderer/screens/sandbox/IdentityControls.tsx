import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { SandboxState } from '../../../contract/api/sandbox.ts';
import { PAGES } from '../../../contract/pages.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { Link } from '../../components/buttons/Link.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import { Card } from '../../components/layout/Card.tsx';
import { IDENTITY_PLACE, type SandboxStore } from '../../stores/sandbox/SandboxStore.ts';
import { useStores } from '../../StoresContext.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import styles from './sandbox.module.css';

/** The verdict on customers' documents, which a reviewer of a real host gives in the console. */
export const IdentityControls = observer(
  ({ sandbox, identities }: { sandbox: SandboxStore; identities: SandboxState['identities'] }) => {
    const { locale } = useStores();
    return (
      <Card title={<FormattedMessage id="sandbox.identity.title" />}>
        {identities.length === 0 && (
          <p className="hint">
            <FormattedMessage
              id="sandbox.identity.none"
              values={{
                a: (words) => (
                  <Link key="page" href={locale.path(PAGES['profile-verification'].path)}>
                    {words}
                  </Link>
                ),
              }}
            />
          </p>
        )}
        {identities.map((submission) => {
          const { submissionId, userId, submittedAt } = submission;
          const decide = (isAccepted: boolean) => () => void sandbox.decideIdentity(submission, isAccepted);
          return (
            <div key={submissionId} className={styles['head']}>
              <span>
                <FormattedMessage id="sandbox.identity.customer" values={{ number: String(userId) }} />{' '}
                <span className="hint">
                  <LocalTime at={submittedAt} />
                </span>
              </span>
              <span className={styles['ways']}>
                <Button size="small" busy={sandbox.busy === IDENTITY_PLACE} onClick={decide(true)}>
                  <FormattedMessage id="sandbox.identity.pass" />
                </Button>
                <Button size="small" busy={sandbox.busy === IDENTITY_PLACE} onClick={decide(false)}>
                  <FormattedMessage id="sandbox.identity.reject" />
                </Button>
              </span>
            </div>
          );
        })}
        <div role="status">
          {sandbox.problem?.at === IDENTITY_PLACE && (
            <Notice kind="danger">
              <FormattedMessage id="sandbox.refused" values={{ message: sandbox.problem.message }} />
            </Notice>
          )}
        </div>
      </Card>
    );
  },
);

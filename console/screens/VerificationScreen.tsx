import { observer } from 'mobx-react-lite';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate, useParams } from 'react-router-dom';
import { EmptyState } from '../../renderer/components/feedback/EmptyState.tsx';
import { At, RowLink, Small } from '../parts/cells.tsx';
import list from '../parts/list.module.css';
import { Panel } from '../parts/Panel.tsx';
import { Title } from '../parts/Title.tsx';
import { usePanel } from '../parts/usePanel.ts';
import { Review } from './verification/Review.tsx';
import { useCountries } from './verification/useCountries.ts';
import styles from './verification/verification.module.css';

/** Documents that wait for a verdict: the queue, and one submission open beside it. */
export const Screen = observer(() => {
  const intl = useIntl();
  const navigate = useNavigate();
  const { submissionId } = useParams();
  const countries = useCountries();
  const panel = usePanel('identityQueue', {}, { list: 'identity', everyMs: 30_000 });
  const ids = panel.data?.submissions.map((one) => one.submissionId) ?? [];
  const place = ids.indexOf(submissionId ?? '');
  // The one after it, else the first of the others.
  const next = [...ids.slice(place + 1), ...ids].find((id) => id !== submissionId);
  return (
    <>
      <Title id="console.verification" />
      <div className={styles['screen']}>
        <Panel panel={panel} title={intl.formatMessage({ id: 'console.verification' })}>
          {({ submissions, waiting }) => (
            <>
              {submissions.length === 0 && <EmptyState title={<FormattedMessage id="console.none" />} />}
              <ul className={styles['queue']}>
                {submissions.map((one) => (
                  <li key={one.submissionId} aria-current={one.submissionId === submissionId}>
                    <RowLink href={`/verification/${one.submissionId}`}>
                      <FormattedMessage id="console.verification.customer" values={{ userId: String(one.userId) }} />
                    </RowLink>
                    <Small>
                      {one.document ? (
                        <>
                          <FormattedMessage id={`console.verification.${one.document.identityType}`} /> ·{' '}
                          {countries.of(one.document.issueCountry)}
                        </>
                      ) : (
                        <FormattedMessage id="console.verification.locked" />
                      )}
                    </Small>
                    <Small>
                      {one.attempt > 1 && (
                        <>
                          <FormattedMessage id="console.verification.attempt" values={{ attempt: one.attempt }} /> ·{' '}
                        </>
                      )}
                      <At time={one.submittedAt} />
                    </Small>
                  </li>
                ))}
              </ul>
              {waiting > submissions.length && (
                <p className={list['small']}>
                  <FormattedMessage id="console.verification.more" values={{ count: waiting - submissions.length }} />
                </p>
              )}
            </>
          )}
        </Panel>
        {submissionId !== undefined && (
          <Review
            key={submissionId}
            submissionId={submissionId}
            onNext={() => void navigate(next === undefined ? '/verification' : `/verification/${next}`)}
          />
        )}
      </div>
    </>
  );
});

import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { NO_EXPIRY_DATE } from '../../../contract/identity/civilDate.ts';
import { reasonsOf, type ReviewedField } from '../../../contract/identity/documents.ts';
import { Button } from '../../../renderer/components/buttons/Button.tsx';
import { DefinitionList, type Definition } from '../../../renderer/components/data/DefinitionList.tsx';
import { ErrorState } from '../../../renderer/components/feedback/ErrorState.tsx';
import { Notice } from '../../../renderer/components/feedback/Notice.tsx';
import { Skeleton } from '../../../renderer/components/feedback/Skeleton.tsx';
import { Checkbox } from '../../../renderer/components/fields/Checkbox.tsx';
import { Card } from '../../../renderer/components/layout/Card.tsx';
import type { MessageId } from '../../../renderer/i18n/messages.ts';
import { useStores } from '../../../renderer/StoresContext.tsx';
import acts from '../../acts/acts.module.css';
import { consoleGroup } from '../../stores/consoleGroup.ts';
import { Photo } from './Photo.tsx';
import { ReviewStore } from './ReviewStore.ts';
import { useCountries } from './useCountries.ts';
import styles from './verification.module.css';

interface ReviewProps {
  submissionId: string;
  /** Called for the next submission: after a verdict, or without one */
  onNext: () => void;
}

const TYPING = 'input:not([type=checkbox]), textarea, select';

/** The documents of a submission, the checks, the reasons, and the verdict. */
export const Review = observer(({ submissionId, onNext }: ReviewProps) => {
  const intl = useIntl();
  const { call, acts: dialog } = useStores(consoleGroup);
  const review = useMemo(() => new ReviewStore({ call, submissionId }), [call, submissionId]);
  useEffect(() => void review.open(), [review]);
  useReviewKeys(review);
  const { data, failure, rejected, isFinal } = review;
  if (failure) {
    return (
      <Card>
        <ErrorState title={<FormattedMessage id={failure === 'ERR_NOT_FOUND' ? 'console.notFound' : 'console.notRead'} />} />
      </Card>
    );
  }
  if (!data) {
    return (
      <Card aria-busy="true" role="status" aria-label={intl.formatMessage({ id: 'shell.loading' })}>
        <Skeleton width="full" />
      </Card>
    );
  }
  const decide = (act: 'verify-pass' | 'verify-reject', verdict: object) =>
    dialog.open({ act, input: { submissionId, attempt: data.attempt, ...verdict }, about, whenDone: onNext });
  const about = intl.formatMessage({ id: 'console.verification.customer' }, { userId: String(data.userId) });
  return (
    <Card className={styles['review']} data-open aria-label={about}>
      <div className={styles['documents']}>
        <div className={styles['photos']}>
          {data.photos.map(({ field, image }) => (
            <Photo
              key={field}
              label={intl.formatMessage({ id: `console.verification.${field}` })}
              image={image}
              isSelected={review.field === field}
              onSelect={() => review.select(field)}
            />
          ))}
        </div>
        <h3>
          <FormattedMessage id="console.verification.why" />
        </h3>
        {review.fields.map((field) => (
          <Reasons key={field} review={review} field={field} />
        ))}
        <Checkbox checked={isFinal} onChange={review.setFinal}>
          <FormattedMessage id="console.verification.final" />
        </Checkbox>
        {rejected.length > 0 && (
          <Notice
            kind="information"
            title={<FormattedMessage id="console.verification.reads" values={{ locale: data.locale }} />}
          >
            <ul lang={data.locale}>
              {rejected.map(({ field, reason }) => (
                <li key={field} className={styles['sentence']}>
                  {data.texts.fields[field]}: {data.texts.reasons[reason]}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className={styles['verdict']}>
          <Button
            variant="primary"
            data-key="A"
            unavailableReason={rejected.length > 0 ? intl.formatMessage({ id: 'console.verification.takeBack' }) : null}
            onClick={() => decide('verify-pass', {})}
          >
            <FormattedMessage id="console.act.verify-pass" /> <kbd className={acts['key']}>A</kbd>
          </Button>
          <Button
            variant="danger"
            data-key="X"
            unavailableReason={rejected.length === 0 ? intl.formatMessage({ id: 'console.verification.choose' }) : null}
            onClick={() => decide('verify-reject', { documents: rejected, final: isFinal })}
          >
            <FormattedMessage id="console.act.verify-reject" /> <kbd className={acts['key']}>X</kbd>
          </Button>
          <Button variant="text" data-key="S" onClick={onNext}>
            <FormattedMessage id="console.verification.skip" /> <kbd className={acts['key']}>S</kbd>
          </Button>
        </div>
      </div>
      <Facts review={review} />
    </Card>
  );
});

/** The reasons of a field. Numbers choose among those of the selected field. */
const Reasons = observer(({ review, field }: { review: ReviewStore; field: ReviewedField }) => {
  const intl = useIntl();
  const isSelected = review.field === field;
  const name = intl.formatMessage({ id: `console.verification.${field}` });
  return (
    <div className={styles['field']} role="group" aria-label={name}>
      <button type="button" className={styles['fieldName']} aria-pressed={isSelected} onClick={() => review.select(field)}>
        {name}
      </button>
      <div className={styles['reasons']}>
        {reasonsOf(field).map((reason, index) => (
          <button
            key={reason}
            type="button"
            className={styles['reason']}
            aria-pressed={review.reasons.get(field) === reason}
            onClick={() => review.toggle(field, reason)}
          >
            {isSelected && <kbd>{index + 1}</kbd>}
            <FormattedMessage id={`console.verification.reason.${reason}`} />
          </button>
        ))}
      </div>
    </div>
  );
});

/** What the customer typed, and what the host checked. */
const Facts = observer(({ review }: { review: ReviewStore }) => {
  const countries = useCountries();
  const { data } = review;
  if (!data) return null;
  const line = (id: MessageId, detail: React.ReactNode): Definition => ({ id, term: <FormattedMessage id={id} />, detail });
  const { checks } = data;
  const check = (isFine: boolean, id: MessageId, values: Record<string, string> = {}) => (
    <li className={styles[isFine ? 'fine' : 'bad']}>
      {isFine ? '✓' : '✗'} <FormattedMessage id={id} values={values} />
    </li>
  );
  return (
    <div className={styles['facts']}>
      <DefinitionList
        className={styles['typed'] ?? ''}
        items={[
          line('console.verification.firstName', data.firstName),
          line('console.verification.lastName', data.lastName),
          line('console.verification.birthDate', data.birthDate),
          line('console.verification.type', <FormattedMessage id={`console.verification.${data.identityType}`} />),
          line('console.verification.number', <span className="mono">{data.identityNumber}</span>),
          line('console.verification.issueCountry', countries.of(data.issueCountry)),
          line(
            'console.verification.expireDate',
            data.expireDate === NO_EXPIRY_DATE ? <FormattedMessage id="console.verification.noExpiry" /> : data.expireDate,
          ),
          line('console.verification.residence', data.residenceCountry === null ? '–' : countries.of(data.residenceCountry)),
        ]}
      />
      <ul className={styles['checks']}>
        {check(checks.isOfAge, checks.isOfAge ? 'console.verification.ofAge' : 'console.verification.underAge')}
        {check(checks.isValid, checks.isValid ? 'console.verification.valid' : 'console.verification.expired')}
        {checks.sameNumber.length === 0
          ? check(true, 'console.verification.onlyNumber')
          : check(false, 'console.verification.sameNumber', { customers: checks.sameNumber.join(', ') })}
      </ul>
    </div>
  );
});

/** Numbers choose a reason, arrows another field. */
function useReviewKeys(review: ReviewStore): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (isTyping || document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowDown') review.move(1);
      else if (event.key === 'ArrowUp') review.move(-1);
      else if (/^[1-9]$/.test(event.key)) review.toggleNumber(Number(event.key));
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [review]);
}

import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import { photosOf, type RejectReason, type ReviewedField } from '../../../../contract/identity/documents.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { LinkButton } from '../../../components/buttons/LinkButton.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { StatusChip } from '../../../components/feedback/StatusChip.tsx';
import { IdCardIcon } from '../../../components/icons/identityIcons.tsx';
import { WarningIcon } from '../../../components/icons/icons.tsx';
import { identityGroup } from '../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../StoresContext.tsx';
import { Illustration } from './photos/Illustration.tsx';
import { Verdict } from './Verdict.tsx';
import { frameClass } from './lateStyles.ts';

/** Another document helps where no other photo of the same one does. */
const OTHER_DOCUMENT: readonly RejectReason[] = ['WRONG_DOCUMENT', 'EXPIRED', 'COUNTRY'];

/** What was rejected and why. Only this is asked for again. */
export const RejectedCard = observer(() => {
  const { identity, locale } = useStores(identityGroup);
  const { status, draft, details } = identity;
  const rejected = status?.documents ?? [];
  const isFinal = status?.final === true;
  const type = draft?.identityType ?? null;
  const fields: readonly ReviewedField[] = type ? [...photosOf(type), 'details'] : rejected.map(({ field }) => field);
  const count = rejected.length;
  const photos = rejected.filter(({ field }) => field !== 'details').length;
  const kind = photos === 0 ? 'details' : photos === count ? 'photos' : 'both';
  return (
    <Verdict
      tone="bad"
      icon={<WarningIcon size="large" />}
      title={
        isFinal ? (
          <FormattedMessage id="identity.rejected.final" />
        ) : (
          <FormattedMessage id="identity.rejected.title" values={{ count }} />
        )
      }
      lead={<FormattedMessage id={isFinal ? 'identity.rejected.finalLead' : 'identity.rejected.lead'} />}
    >
      <ul className={frameClass('results')}>
        {fields.map((field) => (
          <Result key={field} field={field} type={type ?? 'other'} reason={identity.reasonOf(field)} />
        ))}
      </ul>
      {details.problem && (
        <Notice kind="warning" role="alert">
          <FormattedMessage id={`identity.problem.${details.problem}`} />
        </Notice>
      )}
      <div className={frameClass('actions')}>
        <LinkButton variant="text" href={locale.path('/support')}>
          <FormattedMessage id="identity.support" />
        </LinkButton>
        {!isFinal && (
          <span className={frameClass('onward')}>
            {rejected.some(({ reason }) => OTHER_DOCUMENT.includes(reason)) && (
              <Button onClick={() => void identity.save({}, 'TYPE_ID')}>
                <FormattedMessage id="identity.rejected.otherDocument" />
              </Button>
            )}
            <Button variant="primary" busy={details.isPending} onClick={() => void identity.correct()}>
              <FormattedMessage id="identity.rejected.correct" values={{ kind, count }} />
            </Button>
          </span>
        )}
      </div>
    </Verdict>
  );
});

interface ResultProps {
  field: ReviewedField;
  type: string;
  reason: RejectReason | undefined;
}

function Result({ field, type, reason }: ResultProps) {
  return (
    <li>
      <span className={frameClass('resultPicture')}>
        {field === 'details' ? <IdCardIcon size="large" /> : <Illustration field={field} />}
      </span>
      <span>
        <b>
          {field === 'details' ? (
            <FormattedMessage id="identity.rejected.details" />
          ) : (
            <FormattedMessage id={`identity.photo.${field}`} values={{ type }} />
          )}
        </b>
        <small className={reason && frameClass('why')}>
          <FormattedMessage id={reason ? `identity.reason.${reason}` : 'identity.rejected.accepted'} />
        </small>
      </span>
      {!reason && (
        <StatusChip tone="good">
          <FormattedMessage id="identity.rejected.fine" />
        </StatusChip>
      )}
    </li>
  );
}

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PhotoField } from '../../../../../contract/identity/documents.ts';
import { Button } from '../../../../components/buttons/Button.tsx';
import { PhoneIcon } from '../../../../components/icons/accountIcons.tsx';
import { identityGroup } from '../../../../stores/identity/IdentityStore.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { PhoneDialog } from '../phone/PhoneDialog.tsx';
import { StepCard } from '../StepCard.tsx';
import { photoClass } from '../lateStyles.ts';
import { PhotoSlots } from './PhotoSlots.tsx';
import { PhotoTaker } from './PhotoTaker.tsx';
import { RejectionHint } from './RejectionHint.tsx';
import { UploadFaults } from './UploadFaults.tsx';
import { nextPhoto } from './nextPhoto.ts';

/** The photos, one at a time, until all are there to be sent for checking. */
export const PhotosStep = observer(() => {
  const { formatMessage } = useIntl();
  const { identity } = useStores(identityGroup);
  const { draft, photoFields, uploads } = identity;
  const [chosen, setChosen] = useState<PhotoField | null>(null);
  const missing = draft?.missing ?? [];
  const type = draft?.identityType ?? null;
  const current = chosen ?? nextPhoto(missing, uploads);
  const isComplete = missing.length === 0 && photoFields.length > 0;
  const lead = !identity.hasUnseenPhotos ? 'allLead' : draft?.phone ? 'allOnPhone' : 'allEarlier';
  const send = (field: PhotoField) => (file: Blob) => {
    setChosen(null);
    void uploads.send(field, file);
  };
  const question = (
    <StepCard
      title={
        current ? (
          <FormattedMessage id={`identity.photo.${current}`} values={{ type: type ?? 'other' }} />
        ) : (
          <FormattedMessage id={isComplete ? 'identity.photo.all' : 'identity.step.UPLOADING_DOCS'} />
        )
      }
      aside={
        current && (
          <FormattedMessage
            id="identity.photo.count"
            values={{ number: photoFields.indexOf(current) + 1, count: photoFields.length }}
          />
        )
      }
      lead={current === null && isComplete && <FormattedMessage id={`identity.photo.${lead}`} />}
      next={isComplete && current === null && !uploads.isBusy ? formatMessage({ id: 'identity.photo.submit' }) : null}
      onNext={() => void identity.submit()}
    >
      <div className={photoClass('photos')}>
        <PhotoSlots {...{ type, missing, uploads, current }} fields={photoFields} onChoose={setChosen} />
        {current && <RejectionHint reason={identity.reasonOf(current)} isMissing={missing.includes(current)} />}
        <UploadFaults fields={photoFields} uploads={uploads} type={type} />
        {current && (
          <PhotoTaker
            key={current}
            field={current}
            onPhoto={send(current)}
            other={
              <Button className={photoClass('notOnPhones')} icon={<PhoneIcon />} onClick={() => void identity.showPhoneCode()}>
                <FormattedMessage id="identity.photo.phone" />
              </Button>
            }
          />
        )}
        {current === null && uploads.isBusy && (
          <p className="hint" role="status">
            <FormattedMessage id="identity.photo.stillSending" />
          </p>
        )}
      </div>
    </StepCard>
  );
  return (
    <>
      {question}
      {identity.phoneCode && <PhoneDialog code={identity.phoneCode} />}
    </>
  );
});

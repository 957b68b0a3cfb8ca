import { observer } from 'mobx-react-lite';
import { FormattedMessage } from 'react-intl';
import type { IdentityType, PhotoField } from '../../../../../contract/identity/documents.ts';
import { classNames } from '../../../../components/classNames.ts';
import { CheckIcon, DangerIcon } from '../../../../components/icons/icons.tsx';
import { VisuallyHidden } from '../../../../components/layout/VisuallyHidden.tsx';
import type { PhotoUploads } from '../../../../stores/identity/PhotoUploads.ts';
import { Illustration } from './Illustration.tsx';
import { photoClass } from '../lateStyles.ts';

interface PhotoSlotsProps {
  type: IdentityType | null;
  fields: readonly PhotoField[];
  missing: readonly PhotoField[];
  uploads: PhotoUploads;
  /** The photo that is taken now; null: none */
  current: PhotoField | null;
  onChoose: (field: PhotoField) => void;
}

/** The photos of a document, each with its state. A press takes it (again). */
export const PhotoSlots = observer(({ type, fields, missing, uploads, current, onChoose }: PhotoSlotsProps) => (
  <ul className={classNames(photoClass('slots'), fields.length === 2 && photoClass('two'))}>
    {fields.map((field) => (
      <li key={field}>
        <Slot
          field={field}
          type={type}
          isMissing={missing.includes(field)}
          isCurrent={field === current}
          uploads={uploads}
          onChoose={() => onChoose(field)}
        />
      </li>
    ))}
  </ul>
));

interface SlotProps {
  field: PhotoField;
  type: IdentityType | null;
  isMissing: boolean;
  isCurrent: boolean;
  uploads: PhotoUploads;
  onChoose: () => void;
}

const Slot = observer(({ field, type, isMissing, isCurrent, uploads, onChoose }: SlotProps) => {
  const preview = uploads.previewOf(field);
  const sending = uploads.stateOf(field);
  const hasFailed = sending !== undefined && sending.problem !== null;
  const isReceived = !isMissing && !sending;
  return (
    <button
      type="button"
      className={classNames(photoClass('slot'), isCurrent && photoClass('current'), isReceived && photoClass('received'))}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onChoose}
    >
      <span className={photoClass('thumb')}>
        {preview === undefined ? <Illustration field={field} /> : <img src={preview} alt="" />}
        {(isReceived || hasFailed) && (
          <span className={classNames(photoClass('mark'), hasFailed && photoClass('bad'))}>
            {hasFailed ? <DangerIcon size="small" /> : <CheckIcon size="small" />}
          </span>
        )}
      </span>
      <span>
        <b>
          <FormattedMessage id={`identity.photo.short.${field}`} values={{ type: type ?? 'other' }} />
        </b>
        <small className="numeric">
          <SlotState sending={sending} isReceived={isReceived} isCurrent={isCurrent} />
        </small>
        {isReceived && (
          <VisuallyHidden>
            <FormattedMessage
              id="identity.photo.again"
              values={{ photo: <FormattedMessage id={`identity.photo.${field}`} values={{ type: type ?? 'other' }} /> }}
            />
          </VisuallyHidden>
        )}
      </span>
    </button>
  );
});

interface SlotStateProps {
  sending: ReturnType<PhotoUploads['stateOf']>;
  isReceived: boolean;
  isCurrent: boolean;
}

function SlotState({ sending, isReceived, isCurrent }: SlotStateProps) {
  if (sending?.problem) return <FormattedMessage id="identity.photo.notSent" />;
  if (sending) {
    return <FormattedMessage id="identity.photo.sending" values={{ percent: Math.round(sending.fraction * 100) }} />;
  }
  if (isReceived) return <FormattedMessage id="identity.photo.received" />;
  return <FormattedMessage id={isCurrent ? 'identity.photo.now' : 'identity.photo.toCome'} />;
}

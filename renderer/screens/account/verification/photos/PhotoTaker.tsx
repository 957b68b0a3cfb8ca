import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PhotoFault, PhotoField } from '../../../../../contract/identity/documents.ts';
import { Button } from '../../../../components/buttons/Button.tsx';
import { Notice } from '../../../../components/feedback/Notice.tsx';
import { CameraIcon, UploadIcon } from '../../../../components/icons/identityIcons.tsx';
import { CameraView } from './CameraView.tsx';
import { photoClass } from '../lateStyles.ts';
import { FLAWS } from './photoQuality.ts';
import { prepareFile, takePhoto, type PreparedPhoto } from './preparePhoto.ts';
import { useLiveCamera } from './useLiveCamera.ts';

/** What browsers decode. Systems that know HEIC convert it for this list. */
const ACCEPTED = 'image/jpeg,image/png,image/webp';

type State = { kind: 'taking'; fault: PhotoFault | null } | { kind: 'preparing' } | { kind: 'look'; photo: PreparedPhoto };

interface PhotoTakerProps {
  field: PhotoField;
  onPhoto: (file: Blob) => void;
  /** Another way to take it: the phone */
  other?: ReactNode;
}

/** Takes a photo with the camera, or lets the customer choose a file. It is looked at before it is sent. */
export const PhotoTaker = observer(({ field, onPhoto, other }: PhotoTakerProps) => {
  const [state, setState] = useState<State>({ kind: 'taking', fault: null });
  const input = useRef<HTMLInputElement>(null);
  const isTaking = state.kind === 'taking';
  const camera = useLiveCamera(field === 'facePhoto' ? 'user' : 'environment', isTaking);
  const isLive = camera !== null && (camera.state === 'open' || camera.state === 'starting');

  const prepare = async (work: Promise<PreparedPhoto | PhotoFault>): Promise<void> => {
    setState({ kind: 'preparing' });
    const photo = await work;
    setState(typeof photo === 'string' ? { kind: 'taking', fault: photo } : { kind: 'look', photo });
  };
  const take = () => {
    const video = camera?.preview.current;
    if (video && camera.state === 'open') void prepare(takePhoto(video));
  };
  if (state.kind === 'preparing') {
    return (
      <p className="hint" role="status">
        <FormattedMessage id="identity.photo.preparing" />
      </p>
    );
  }
  if (state.kind === 'look') {
    return (
      <Look
        photo={state.photo}
        isFace={field === 'facePhoto'}
        onUse={() => onPhoto(state.photo.file)}
        onAgain={() => setState({ kind: 'taking', fault: null })}
      />
    );
  }
  return (
    <div className={photoClass('taker')}>
      {camera && <CameraView camera={camera} isFace={field === 'facePhoto'} />}
      {state.fault && (
        <Notice kind="warning" role="alert">
          <FormattedMessage id={`identity.fault.${state.fault}`} />
        </Notice>
      )}
      <div className={photoClass('take')}>
        {isLive && (
          <Button variant="primary" icon={<CameraIcon />} busy={camera.state === 'starting'} onClick={take}>
            <FormattedMessage id="identity.camera.take" />
          </Button>
        )}
        <Button variant={isLive ? 'quiet' : 'primary'} icon={<UploadIcon />} onClick={() => input.current?.click()}>
          <FormattedMessage id={isLive ? 'identity.photo.file' : 'identity.photo.choose'} />
        </Button>
        {other}
      </div>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) void prepare(prepareFile(file));
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
      <p className="hint">
        <FormattedMessage id="identity.photo.fileHint" />
      </p>
    </div>
  );
});

interface LookProps {
  photo: PreparedPhoto;
  isFace: boolean;
  onUse: () => void;
  onAgain: () => void;
}

/** The photo before it is sent, with what seems to be wrong with it. */
function Look({ photo: { file, quality }, isFace, onUse, onAgain }: LookProps) {
  const { formatMessage } = useIntl();
  const [address] = useState(() => URL.createObjectURL(file));
  const use = useRef<HTMLButtonElement>(null);
  useEffect(() => () => URL.revokeObjectURL(address), [address]);
  // The button that was pressed is gone.
  useEffect(() => use.current?.focus({ preventScroll: true }), []);
  // A face does not fill the picture as a document does.
  const flaws = FLAWS.filter((flaw) => quality[flaw] && !(isFace && flaw === 'isFar'));
  return (
    <div className={photoClass('taker')}>
      <img className={photoClass('look')} src={address} alt={formatMessage({ id: 'identity.photo.preview' })} />
      {flaws.length > 0 ? (
        <Notice kind="warning" role="status">
          {flaws.map((flaw) => (
            <p key={flaw}>
              <FormattedMessage id={`identity.quality.warn.${flaw}`} />
            </p>
          ))}
        </Notice>
      ) : (
        <p role="status">
          <FormattedMessage id={isFace ? 'identity.photo.lookFace' : 'identity.photo.look'} />
        </p>
      )}
      <div className={photoClass('take')}>
        <Button ref={use} variant={flaws.length > 0 ? 'quiet' : 'primary'} onClick={onUse}>
          <FormattedMessage id={flaws.length > 0 ? 'identity.photo.useAnyway' : 'identity.photo.use'} />
        </Button>
        <Button variant={flaws.length > 0 ? 'primary' : 'quiet'} onClick={onAgain}>
          <FormattedMessage id="identity.photo.another" />
        </Button>
      </div>
    </div>
  );
}

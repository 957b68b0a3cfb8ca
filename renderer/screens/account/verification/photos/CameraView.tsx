import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../../../components/buttons/Button.tsx';
import { classNames } from '../../../../components/classNames.ts';
import { Notice } from '../../../../components/feedback/Notice.tsx';
import { CheckIcon, WarningIcon } from '../../../../components/icons/icons.tsx';
import type { MessageId } from '../../../../i18n/messages.ts';
import { photoClass } from '../lateStyles.ts';
import { FLAWS, type Flaw, type PhotoQuality } from './photoQuality.ts';
import type { LiveCamera } from './useLiveCamera.ts';

/** What is named while there is no flaw */
const FINE: Readonly<Record<Flaw, MessageId>> = {
  isDark: 'identity.quality.light',
  isBlurred: 'identity.quality.sharp',
  hasGlare: 'identity.quality.noGlare',
  isFar: 'identity.quality.near',
};

/** The picture of the camera, with hints before the photo is taken, or why there is none. */
export function CameraView({ camera, isFace }: { camera: LiveCamera; isFace: boolean }) {
  const { formatMessage } = useIntl();
  const { state, quality, preview, retry } = camera;
  const isLive = state === 'open' || state === 'starting';
  const judged = isFace ? FLAWS.filter((flaw) => flaw !== 'isFar') : FLAWS;
  return (
    <>
      <div className={classNames(photoClass('camera'), isFace && photoClass('mirrored'))} hidden={!isLive}>
        <video ref={preview} aria-label={formatMessage({ id: 'identity.camera.label' })} muted playsInline />
        <span
          className={classNames(
            photoClass('guide'),
            isFace && photoClass('oval'),
            quality && isGood(quality, judged) && photoClass('good'),
          )}
        />
        <Hint quality={state === 'open' ? quality : null} judged={judged} />
      </div>
      {quality && isLive && (
        <ul className={photoClass('checks')}>
          {judged.map((flaw) => (
            <li key={flaw} className={photoClass(quality[flaw] ? 'flaw' : 'fine')}>
              {quality[flaw] ? <WarningIcon size="small" /> : <CheckIcon size="small" />}
              <FormattedMessage id={quality[flaw] ? `identity.quality.${flaw}` : FINE[flaw]} />
            </li>
          ))}
        </ul>
      )}
      {!isLive && (
        <Notice
          kind="information"
          role="status"
          actions={
            <Button size="small" onClick={retry}>
              <FormattedMessage id="identity.camera.retry" />
            </Button>
          }
        >
          <FormattedMessage id={`identity.camera.${state}`} />
        </Notice>
      )}
    </>
  );
}

const isGood = (quality: PhotoQuality, judged: readonly Flaw[]): boolean => judged.every((flaw) => !quality[flaw]);

/** The most important hint: one at a time can be followed. */
function Hint({ quality, judged }: { quality: PhotoQuality | null; judged: readonly Flaw[] }) {
  const flaw = quality && judged.find((name) => quality[name]);
  return (
    <p className={photoClass('say')} role="status">
      <span>
        {flaw && <WarningIcon size="small" />}
        <FormattedMessage id={quality ? `identity.quality.say.${flaw ?? 'good'}` : 'identity.camera.starting'} />
      </span>
    </p>
  );
}

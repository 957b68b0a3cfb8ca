import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useNavigate } from 'react-router-dom';
import type { PhotoField } from '../../../../../contract/identity/documents.ts';
import { Button } from '../../../../components/buttons/Button.tsx';
import { classNames } from '../../../../components/classNames.ts';
import { Notice } from '../../../../components/feedback/Notice.tsx';
import { Skeleton } from '../../../../components/feedback/Skeleton.tsx';
import { Card } from '../../../../components/layout/Card.tsx';
import { PageHeading } from '../../../../components/layout/PageHeading.tsx';
import { intlOf } from '../../../../i18n/intlOf.ts';
import { phonePhotosGroup } from '../../../../stores/identity/PhonePhotosStore.ts';
import type { AppStores } from '../../../../stores/createAppStores.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { useKeptFocus } from '../../../../useKeptFocus.ts';
import { usePageTitle } from '../../../order/usePageTitle.ts';
import { nextPhoto } from '../photos/nextPhoto.ts';
import { PhotoSlots } from '../photos/PhotoSlots.tsx';
import { PhotoTaker } from '../photos/PhotoTaker.tsx';
import { UploadFaults } from '../photos/UploadFaults.tsx';
import { PhoneNumber } from './PhoneNumber.tsx';
import { phoneClass, photoClass } from '../lateStyles.ts';

export async function load({ locale, page }: AppStores): Promise<null> {
  page.setTitle(intlOf(locale.code, locale.messages).formatMessage({ id: 'identity.onPhone.title' }));
  return await Promise.resolve(null);
}

/**
 * `/verification-photos#token`, the address in the QR code of a verification. The token is in the fragment, which no server receives, and is
 * removed from the address. The page can add photos to one draft, and shows nothing of it but their names.
 */
export const Screen = observer(() => {
  const { formatMessage } = useIntl();
  const { phonePhotos } = useStores(phonePhotosGroup);
  usePageTitle(formatMessage({ id: 'identity.onPhone.title' }));
  const root = useRef<HTMLDivElement>(null);
  useCodeFromAddress();
  useKeptFocus(root);
  useEffect(() => () => phonePhotos.uploads.clear(), [phonePhotos]);
  return (
    <div ref={root} className={classNames('page-width', phoneClass('page'))}>
      <PageHeading
        title={<FormattedMessage id="identity.onPhone.title" />}
        lead={<FormattedMessage id="identity.onPhone.lead" />}
      />
      <Content />
    </div>
  );
});

/** Redeems the code in the address, and removes it from there. */
function useCodeFromAddress(): void {
  const { phonePhotos } = useStores(phonePhotosGroup);
  const { pathname, hash } = useLocation();
  const navigate = useNavigate();
  const open = useEffectEvent((code: string) => {
    if (code !== '' || phonePhotos.state === 'starting') void phonePhotos.open(code);
    if (code !== '') void navigate(pathname, { replace: true, preventScrollReset: true });
  });
  useEffect(() => open(hash), [hash]);
}

const Content = observer(() => {
  const { phonePhotos } = useStores(phonePhotosGroup);
  const { state, isComplete } = phonePhotos;
  switch (state) {
    case 'starting':
      return <Skeleton shape="body" width="full" />;
    case 'asking':
      return <SameNumber />;
    case 'taking':
      return isComplete ? <Done /> : <Photos />;
    case 'missing':
    case 'useless':
    case 'failed':
    case 'stopped':
      return (
        <Notice
          kind={state === 'stopped' ? 'information' : 'warning'}
          role="alert"
          {...(state === 'failed' && {
            actions: (
              <Button size="small" onClick={() => void phonePhotos.open('')}>
                <FormattedMessage id="identity.onPhone.retry" />
              </Button>
            ),
          })}
        >
          <FormattedMessage id={`identity.onPhone.${state}`} />
        </Notice>
      );
  }
});

/** Protects from a code that somebody else has sent: photos would go to a stranger's account. */
const SameNumber = observer(() => {
  const { phonePhotos } = useStores(phonePhotosGroup);
  return (
    <Card title={<FormattedMessage id="identity.onPhone.same" />}>
      <div className={phoneClass('same')}>
        <div className={phoneClass('shown')}>
          <span className="hint">
            <FormattedMessage id="identity.onPhone.sameLead" />
          </span>
          <PhoneNumber number={phonePhotos.draft?.number ?? ''} />
        </div>
        <p className="secondary">
          <FormattedMessage id="identity.onPhone.sameText" />
        </p>
        <div className={phoneClass('answers')}>
          <Button onClick={phonePhotos.stop}>
            <FormattedMessage id="identity.onPhone.stop" />
          </Button>
          <Button variant="primary" onClick={phonePhotos.confirm}>
            <FormattedMessage id="identity.onPhone.yes" />
          </Button>
        </div>
      </div>
    </Card>
  );
});

const Photos = observer(() => {
  const { phonePhotos } = useStores(phonePhotosGroup);
  const { draft, fields, uploads } = phonePhotos;
  const [chosen, setChosen] = useState<PhotoField | null>(null);
  const missing = draft?.missing ?? [];
  const type = draft?.identityType ?? null;
  const current = chosen ?? nextPhoto(missing, uploads);
  const send = (field: PhotoField) => (file: Blob) => {
    setChosen(null);
    void uploads.send(field, file);
  };
  return (
    <Card
      title={
        <FormattedMessage
          id={current ? `identity.photo.${current}` : 'identity.step.UPLOADING_DOCS'}
          values={{ type: type ?? 'other' }}
        />
      }
    >
      <div className={photoClass('photos')}>
        <PhotoSlots {...{ type, fields, missing, uploads, current }} onChoose={setChosen} />
        <UploadFaults {...{ fields, uploads, type }} />
        {current ? (
          <PhotoTaker key={current} field={current} onPhoto={send(current)} />
        ) : (
          <p className="hint" role="status">
            <FormattedMessage id="identity.photo.stillSending" />
          </p>
        )}
      </div>
    </Card>
  );
});

function Done() {
  return (
    <Notice kind="success" role="status" title={<FormattedMessage id="identity.onPhone.done" />}>
      <FormattedMessage id="identity.onPhone.doneText" />
    </Notice>
  );
}

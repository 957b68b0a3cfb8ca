import { observer } from 'mobx-react-lite';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { QrScan } from '../../../contract/platform.ts';
import { Button } from '../../components/buttons/Button.tsx';
import { Dialog } from '../../components/dialogs/Dialog.tsx';
import { Notice } from '../../components/feedback/Notice.tsx';
import type { Dialogs } from '../../stores/DialogStore.ts';
import { useStores } from '../../StoresContext.tsx';
import styles from './scan.module.css';

type State = 'starting' | 'scanning' | 'slow' | Exclude<QrScan['kind'], 'read' | 'cancelled'>;

/** Time after which the dialog says what to do better, in ms. */
const SLOW_MS = 8_000;

/** Reads a QR code with the camera, with a live preview, or from a chosen picture. */
export const ScanDialog = observer(({ data }: { data: Dialogs['scan'] }) => {
  const { formatMessage } = useIntl();
  const { platform, dialogs } = useStores();
  const { qrScanner } = platform;
  const preview = useRef<HTMLVideoElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>('starting');
  const [attempt, setAttempt] = useState(0);
  const [isPictureEmpty, setPictureEmpty] = useState(false);

  const accept = (text: string) => {
    dialogs.close();
    data.onText(text);
  };
  const finish = useEffectEvent((result: QrScan) => {
    if (result.kind === 'read') accept(result.text);
    else if (result.kind === 'cancelled') dialogs.close();
    else setState(result.kind);
  });
  useEffect(() => {
    if (!preview.current || !qrScanner) return undefined;
    const scanning = new AbortController();
    const { signal } = scanning;
    void qrScanner.scan({ preview: preview.current, signal }).then((result) => {
      if (!signal.aborted) finish(result);
    });
    return () => scanning.abort();
  }, [qrScanner, attempt]);
  useEffect(() => {
    if (state !== 'scanning') return undefined;
    const timer = setTimeout(() => setState('slow'), SLOW_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const readPicture = async (picture: File | undefined) => {
    if (!picture) return;
    const text = (await qrScanner?.readPicture?.(picture)) ?? null;
    if (text === null) setPictureEmpty(true);
    else accept(text);
  };
  const retry = () => {
    setState('starting');
    setAttempt(attempt + 1);
  };
  const isLive = state === 'starting' || state === 'scanning' || state === 'slow';
  return (
    <Dialog
      title={formatMessage({ id: 'scan.title' })}
      closeLabel={formatMessage({ id: 'exchange.close' })}
      onClose={dialogs.close}
      footer={
        <>
          <Button onClick={dialogs.close}>
            <FormattedMessage id="scan.cancel" />
          </Button>
          {qrScanner?.readPicture && (
            <Button onClick={() => file.current?.click()}>
              <FormattedMessage id="scan.picture" />
            </Button>
          )}
          {!isLive && (
            <Button variant="primary" onClick={retry}>
              <FormattedMessage id="scan.retry" />
            </Button>
          )}
        </>
      }
    >
      <div className={styles['view']} hidden={!isLive}>
        <video
          ref={preview}
          className={styles['video']}
          aria-label={formatMessage({ id: 'scan.preview' })}
          muted
          playsInline
          onPlaying={() => setState('scanning')}
        />
        <span className={styles['frame']} />
      </div>
      <div role="status" className={styles['words']}>
        {isLive ? (
          <p>
            <FormattedMessage id={`scan.${state}`} />
          </p>
        ) : (
          <Notice kind="warning" title={formatMessage({ id: `scan.${state}` })}>
            <FormattedMessage id={`scan.${state}Help`} />
          </Notice>
        )}
        {isPictureEmpty && (
          <Notice kind="warning" title={formatMessage({ id: 'scan.pictureEmpty' })}>
            <FormattedMessage id="scan.pictureEmptyHelp" />
          </Notice>
        )}
      </div>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          setPictureEmpty(false);
          void readPicture(event.target.files?.[0]);
          // Allows choosing the same file again.
          event.target.value = '';
        }}
      />
    </Dialog>
  );
});

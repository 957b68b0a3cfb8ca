import type { QrScan, QrScanner } from '../../contract/platform.ts';
import type { MessengerClient } from './client.ts';

/** The scanner of the messenger, which asks for the camera itself and covers the page. Null if its version has none. */
export function createNativeScanner({ has, post, on }: MessengerClient): QrScanner | null {
  if (!has('web_app_open_scan_qr_popup')) return null;
  return {
    hasCamera: () => Promise.resolve(true),
    scan: ({ signal }) =>
      new Promise<QrScan>((resolve) => {
        const finish = (scan: QrScan): void => {
          stops.forEach((stop) => stop());
          signal.removeEventListener('abort', abort);
          resolve(scan);
        };
        const close = (): void => post('web_app_close_scan_qr_popup');
        const abort = (): void => {
          close();
          finish({ kind: 'cancelled' });
        };
        const stops = [
          on('qr_text_received', ({ data }) => {
            close();
            finish({ kind: 'read', text: data });
          }),
          on('scan_qr_popup_closed', () => finish({ kind: 'cancelled' })),
        ];
        if (signal.aborted) return finish({ kind: 'cancelled' });
        signal.addEventListener('abort', abort);
        return post('web_app_open_scan_qr_popup', {});
      }),
  };
}

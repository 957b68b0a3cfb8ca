import { observer } from 'mobx-react-lite';
import type { RefObject } from 'react';
import { useIntl } from 'react-intl';
import { useStores } from '../../../StoresContext.tsx';
import { useShellButton } from '../../../useShellButton.ts';

interface SendButtonsProps {
  address: string;
  /** Amount and address, each with a button that copies it */
  rows: RefObject<HTMLElement | null>;
  code: RefObject<HTMLElement | null>;
}

/** The buttons of a shell that draws its own: copy the address, and show the QR code, which small screens have further down. */
export const SendButtons = observer(({ address, rows, code }: SendButtonsProps) => {
  const { formatMessage } = useIntl();
  const { platform, notifications } = useStores();
  const copy = async () => {
    const isCopied = await platform.copy(address).catch(() => false);
    // Some clients let a page copy only after a tap on the page itself.
    if (!isCopied) rows.current?.scrollIntoView({ block: 'center' });
    notifications.show(
      isCopied
        ? { kind: 'success', message: 'order.send.addressCopied' }
        : { kind: 'error', message: 'order.send.addressNotCopied' },
    );
  };
  const ready = { isReady: true, isBusy: false };
  useShellButton(platform.mainButton, {
    ...ready,
    label: formatMessage({ id: 'order.copyAddress' }),
    onPress: () => void copy(),
  });
  useShellButton(platform.secondaryButton, {
    ...ready,
    label: formatMessage({ id: 'order.send.showQr' }),
    onPress: () => code.current?.scrollIntoView({ block: 'center' }),
  });
  return null;
});

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { Button } from '../../../components/buttons/Button.tsx';
import { PrintIcon } from '../../../components/icons/pageIcons.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { TextsFor } from '../../../TextsFor.tsx';
import { RECEIPT_SHEET } from '../orderParts.ts';

/** Prints the receipt. It is on the page as soon as its code is here, so that the browser's own "Print" prints it too (D96). */
export const PrintReceipt = observer(({ order }: { order: Order }) => {
  const { notifications } = useStores();
  const [Sheet, setSheet] = useState(RECEIPT_SHEET.loaded);
  const isReady = useRef(false);
  const isAsked = useRef(false);
  const load = useCallback(async () => {
    await RECEIPT_SHEET.load();
    setSheet(RECEIPT_SHEET.loaded);
  }, []);
  useEffect(() => void load().catch(() => undefined), [load]);
  const ready = useCallback(() => {
    isReady.current = true;
    if (isAsked.current) print();
    isAsked.current = false;
  }, []);
  const press = () => {
    if (isReady.current) return print();
    isAsked.current = true;
    load().catch(() => notifications.show({ kind: 'error', message: 'error.partNotLoaded' }));
  };
  return (
    <>
      <Button variant="primary" icon={<PrintIcon />} onClick={press}>
        <FormattedMessage id="order.print" />
      </Button>
      {Sheet &&
        createPortal(
          <TextsFor part="receipt" fallback={null}>
            <Sheet order={order} onReady={ready} />
          </TextsFor>,
          document.body,
        )}
    </>
  );
});

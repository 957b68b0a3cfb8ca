import { useIntl } from 'react-intl';
import { brand } from '../../brand.ts';
import { writeExport, writeTable } from '../../stores/order/orderExport.ts';
import { useStores } from '../../StoresContext.tsx';

/** Saves the device's orders as files; without `list` where the shell can save none. */
export function useSaveOrders(): { list?: () => void; table?: () => void } {
  const { formatMessage } = useIntl();
  const { platform, orderHistory } = useStores();
  const { saveFile } = platform;
  if (!saveFile) return {};
  return {
    list: () => {
      const about = formatMessage({ id: 'history.exportAbout' }, { brand: brand.name });
      saveFile({ name: 'orders.json', text: writeExport(orderHistory.exported(), about), mediaType: 'application/json' });
    },
    table: () => saveFile({ name: 'orders.csv', text: writeTable(orderHistory.records ?? []), mediaType: 'text/csv' }),
  };
}

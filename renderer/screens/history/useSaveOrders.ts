import { useIntl } from 'react-intl';
import { brand } from '../../brand.ts';
import { writeExport, writeTable } from '../../stores/deviceOrders/orderExport.ts';
import { orderGroup } from '../../stores/order/orderGroup.ts';
import { useStores } from '../../StoresContext.tsx';

/** Returns actions that save the device's orders as files; without `list` if the shell can't save files. */
export function useSaveOrders(): { list?: () => void; table?: () => void } {
  const { formatMessage } = useIntl();
  const { platform, deviceOrders, orderTokens } = useStores(orderGroup);
  const records = deviceOrders.records ?? [];
  const { saveFile } = platform;
  if (!saveFile) return {};
  return {
    list: () => {
      const about = formatMessage({ id: 'history.exportAbout' }, { brand: brand.name });
      saveFile({ name: 'orders.json', text: writeExport(records, orderTokens, about), mediaType: 'application/json' });
    },
    table: () => saveFile({ name: 'orders.csv', text: writeTable(records), mediaType: 'text/csv' }),
  };
}

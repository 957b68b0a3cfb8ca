import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router-dom';
import { asksToSend } from '../../../../../contract/orderStage.ts';
import { ClockIcon, CopyIcon, RepeatIcon } from '../../../../components/icons/pageIcons.tsx';
import { addressBookGroup } from '../../../../stores/desk/AddressBookStore.ts';
import { runningGroup } from '../../../../stores/desk/RunningStore.ts';
import { orderPath } from '../../../../stores/deviceOrders/orderPass.ts';
import { isEnded, type OrderRecord } from '../../../../stores/deviceOrders/orderRecords.ts';
import { useStores } from '../../../../StoresContext.tsx';
import { outcomeText } from '../../../history/outcomeText.ts';
import { shortened } from '../../../../../contract/shortened.ts';
import { useMoney } from '../../../order/useMoney.ts';
import { useFillForm } from '../useFillForm.ts';
import type { PaletteItem } from './paletteItem.ts';

const MOST_REPEATED = 5;

/**
 * Returns items that open the running orders, copy their deposit addresses and repeat the last completed ones. With a query, also
 * items that open ended orders. The side pane loads and follows these orders. Call this hook in an observer.
 */
export function useOrderItems(query: string): PaletteItem[] {
  const { formatMessage, formatDate } = useIntl();
  const { locale, notifications, platform, addressBook, runningOrders } = useStores(addressBookGroup, runningGroup);
  const { money } = useMoney();
  const { openExchangeTo } = useFillForm();
  const navigate = useNavigate();

  const networksOf = ({ from, to }: OrderRecord): string => `${from.network} ${to.network}`;
  const wordsOf = (record: OrderRecord): string => `${record.orderId} ${networksOf(record)}`;
  const pathOf = ({ orderId, destinationAddress }: OrderRecord): string =>
    locale.path(orderPath({ orderId, destinationAddress }));

  /** Fetches the address: the list of orders has none, and a copied address must be one that still awaits a deposit. */
  const copyAddress = async (record: OrderRecord): Promise<void> => {
    try {
      const order = await runningOrders.read(record);
      if (!asksToSend(order)) return notifications.show({ kind: 'info', message: 'desk.palette.noDeposit' });
      if (!(await platform.copy(order.depositAddress))) {
        return notifications.show({ kind: 'error', message: 'desk.notCopied' });
      }
      const memo = order.depositAddressMemo;
      if (memo) notifications.show({ kind: 'info', message: 'desk.palette.copiedWithoutMemo', values: { memo } });
      else notifications.show({ kind: 'success', message: 'desk.palette.addressCopied' });
    } catch {
      notifications.show({ kind: 'error', message: 'desk.palette.addressFailed' });
    }
  };

  const open = (record: OrderRecord): PaletteItem => {
    const exchange = outcomeText(record, { money, formatMessage });
    const path = pathOf(record);
    const { windows } = platform;
    return {
      id: `order-${record.orderId}`,
      group: 'orders',
      icon: <ClockIcon />,
      title: exchange,
      detail: formatMessage({ id: `history.stage.${record.stage}` }),
      words: wordsOf(record),
      run: () => navigate(path),
      runInWindow: windows && (() => windows.open(path)),
    };
  };

  const openOrCopy = (record: OrderRecord): PaletteItem[] => {
    const { orderId, amountToSend, from, to } = record;
    if (!amountToSend) return [open(record)];
    const pair = { amount: money(amountToSend, { currencyTitle: from.ticker }), to: to.ticker };
    const copy: PaletteItem = {
      id: `copy-${orderId}`,
      group: 'orders',
      icon: <CopyIcon />,
      title: formatMessage({ id: 'desk.palette.copyDeposit' }, pair),
      words: wordsOf(record),
      run: () => copyAddress(record),
    };
    return [open(record), copy];
  };

  const repeat = (record: OrderRecord): PaletteItem => {
    const { orderId, from, to, amountFrom, destinationAddress } = record;
    const saved = addressBook?.find(to.slug, destinationAddress);
    const pair = { amount: money(amountFrom, { currencyTitle: from.ticker }), to: to.ticker };
    return {
      id: `repeat-${orderId}`,
      group: 'exchange',
      icon: <RepeatIcon />,
      title: formatMessage({ id: 'desk.palette.repeat' }, pair),
      detail: formatMessage(
        { id: 'desk.palette.repeatDetail' },
        {
          date: formatDate(record.createdAt, { day: 'numeric', month: 'long' }),
          address: saved?.label ?? shortened(destinationAddress),
        },
      ),
      // Without the order's number, which should find only the item that opens the order.
      words: networksOf(record),
      run: () =>
        openExchangeTo(
          { send: from.slug, receive: to.slug, amount: amountFrom },
          { instrumentSlug: to.slug, address: destinationAddress, memo: saved?.memo ?? null },
        ),
    };
  };

  const { records, running } = runningOrders;
  const completed = records.filter(({ stage }) => stage === 'completed').slice(0, MOST_REPEATED);
  const ended = query.trim() === '' ? [] : records.filter(isEnded);
  return [...running.flatMap(openOrCopy), ...ended.map(open), ...completed.map(repeat)];
}

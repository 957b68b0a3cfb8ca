import { observer } from 'mobx-react-lite';
import type { Decimal } from '../../../../contract/money.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import type { RateLine } from '../../../stores/exchange/RateLine.ts';
import { estimateToGet } from '../../../stores/exchange/estimate.ts';
import { presetAmounts } from '../../../stores/exchange/presetAmounts.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './AmountTable.module.css';
import { useForm } from '../useForm.ts';

/** Shows what the preset amounts (§9) yield now, in both modes. Pressing one fills it in. */
export const AmountTable = observer(() => {
  const { exchange, rates } = useStores();
  const { formatMessage, names, send, short } = useForm();
  const caption = formatMessage({ id: 'exchange.table' }, names());

  const cell = ({ data, forcesFloating }: RateLine, amount: Decimal): string => {
    if (forcesFloating === 'pair') return formatMessage({ id: 'exchange.table.none' });
    const toGet = data && estimateToGet(data, amount);
    return toGet === null ? '–' : short(toGet);
  };
  const use = (amount: Decimal): void => {
    exchange.type('send', amount);
    const input = document.getElementById('exchange-send');
    input?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    input?.focus({ preventScroll: true });
  };

  return (
    <section className={styles['table']}>
      <h2>{caption}</h2>
      <DataTable
        caption={caption}
        rowKey={(amount) => amount}
        rows={presetAmounts(exchange.bounds)}
        columns={[
          {
            id: 'amount',
            heading: formatMessage({ id: 'exchange.table.send' }),
            cell: (amount) => (
              <button
                type="button"
                className={styles['amount']}
                aria-label={formatMessage({ id: 'exchange.table.use' }, { amount: send(amount) })}
                onClick={() => use(amount)}
              >
                {send(amount)}
              </button>
            ),
          },
          ...[rates.floating, rates.fixed].map((line) => ({
            id: line.mode,
            heading: formatMessage({ id: line.mode === 'FIXED' ? 'exchange.table.fixed' : 'exchange.table.floating' }),
            cell: (amount: Decimal) => cell(line, amount),
          })),
        ]}
      />
      <p className="hint">{formatMessage({ id: 'exchange.table.note' })}</p>
    </section>
  );
});

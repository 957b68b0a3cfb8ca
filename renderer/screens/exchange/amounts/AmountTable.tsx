import { observer } from 'mobx-react-lite';
import { compare, type Decimal } from '../../../../contract/money.ts';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import type { RateMode } from '../../../../contract/order.ts';
import { DataTable } from '../../../components/data/DataTable.tsx';
import { mostDecimals } from '../../../../contract/formatAmount.ts';
import { tableDecimals } from '../../../i18n/amountDecimals.ts';
import { estimateToGet } from '../../../stores/exchange/estimate.ts';
import { presetAmounts } from '../../../stores/exchange/presetAmounts.ts';
import { exchangeGroup } from '../../../stores/exchange/exchangeGroup.ts';
import { useStores } from '../../../StoresContext.tsx';
import styles from './AmountTable.module.css';
import { useExchangeTexts } from '../useExchangeTexts.ts';

interface Row {
  key: string;
  /** null before the limits are known */
  amount: Decimal | null;
}

const WAITING_ROWS = 8;
const waiting = <Skeleton shape="small" width="half" />;

/** Returns a row for each preset amount within the limits; placeholders while they are unknown, none if the pair is closed. */
function rowsOf(bounds: { minimum: Decimal; maximum: Decimal } | null, isUnsupported: boolean): Row[] {
  if (bounds) return presetAmounts(bounds).map((amount) => ({ key: amount, amount }));
  return Array.from({ length: isUnsupported ? 0 : WAITING_ROWS }, (_, index) => ({ key: `waiting-${index}`, amount: null }));
}

/** Shows what the preset amounts (§9) yield now, in both modes. Pressing one fills it in. */
export const AmountTable = observer(() => {
  const { exchange } = useStores(exchangeGroup);
  const { formatMessage, names, from, rounded } = useExchangeTexts();
  const rows = rowsOf(exchange.bounds, exchange.isUnsupported);
  const decimals = mostDecimals(rows.map(({ amount }) => amount ?? '0'));
  const caption = formatMessage({ id: 'exchange.table' }, names());
  const amountText = (amount: Decimal): string => `${rounded(amount, decimals)}\u00a0${from}`;
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
        rowKey={({ key }) => key}
        rows={rows}
        empty={formatMessage({ id: 'exchange.unsupported' })}
        columns={[
          {
            id: 'amount',
            align: 'end',
            heading: formatMessage({ id: 'exchange.table.send' }),
            cell: ({ amount }) =>
              amount === null ? (
                waiting
              ) : (
                <button
                  type="button"
                  className={styles['amount']}
                  aria-label={formatMessage({ id: 'exchange.table.use' }, { amount: amountText(amount) })}
                  onClick={() => use(amount)}
                >
                  {amountText(amount)}
                </button>
              ),
          },
          ...(['FLOATING', 'FIXED'] as const).map((mode) => ({
            id: mode,
            heading: formatMessage({ id: mode === 'FIXED' ? 'exchange.table.fixed' : 'exchange.table.floating' }),
            cell: ({ amount }: Row) => (amount === null ? waiting : <Estimate mode={mode} amount={amount} />),
          })),
        ]}
      />
      <p className="hint">
        {formatMessage({ id: 'exchange.table.note' })} <FixedLimit />
      </p>
    </section>
  );
});

/** A cell is its own observer, because the table renders its cells outside of one. */
const Estimate = observer(({ mode, amount }: { mode: RateMode; amount: Decimal }) => {
  const { exchange, rates } = useStores(exchangeGroup);
  const { formatMessage, rounded } = useExchangeTexts();
  const { data, forcesFloating } = rates.line(mode);
  if (forcesFloating === 'pair') return formatMessage({ id: 'exchange.table.none' });
  const { fixedMaximum } = exchange;
  if (mode === 'FIXED' && fixedMaximum !== null && compare(amount, fixedMaximum) > 0) return '–';
  const toGet = data && estimateToGet(data, amount);
  return data === null || toGet === null
    ? '–'
    : rounded(toGet, tableDecimals(data.instrumentTo, data.quotes.buyQuote.quoteValue));
});

const FixedLimit = observer(() => {
  const { fixedMaximum, bounds } = useStores(exchangeGroup).exchange;
  const { formatMessage, send } = useExchangeTexts();
  if (fixedMaximum === null || !bounds || compare(bounds.maximum, fixedMaximum) <= 0) return null;
  return formatMessage({ id: 'exchange.table.fixedLimit' }, { amount: send(fixedMaximum) });
});

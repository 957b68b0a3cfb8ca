import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Order } from '../../../../contract/api/orders.ts';
import { formatAmount } from '../../../../contract/formatAmount.ts';
import type { Decimal } from '../../../../contract/money.ts';
import { depositedAmount, orderStage, ownRefund } from '../../../../contract/orderStage.ts';
import { paidOut } from '../../../../contract/orderTerms.ts';
import { orderChain } from '../../../../contract/priceChain/orderChain.ts';
import type { CalculationLine } from '../../../components/data/Calculation.tsx';
import { useStores } from '../../../StoresContext.tsx';
import { networkName } from '../../coins/coinViews.ts';
import { feeLines } from '../../fiat/feeLines.tsx';
import { pricedAt } from '../OrderChain.tsx';
import { useChainLines } from '../useChainLines.tsx';
import { useMoney } from '../useMoney.ts';
import { afterFees, receiptValues, type ReceiptValues } from './receiptValues.ts';
import { UtcTime } from './UtcTime.tsx';

/** How the amount was made up, with values in USD beside it. A card purchase has amounts of money only. */
export function ReceiptTable({ order }: { order: Order }) {
  if (order.fiat) return <PurchaseTable order={order} fiat={order.fiat} />;
  return orderStage(order) === 'refunded' ? <RefundTable order={order} /> : <ExchangeTable order={order} />;
}

interface TableProps {
  unit: string;
  lines: readonly CalculationLine[];
  /** In the order of the lines; null: no value is known, or none is needed */
  values: readonly Decimal[] | null;
}

const SIGNS = { less: '−', sum: '=' } as const;

function Table({ unit, lines, values }: TableProps) {
  const { code } = useStores().locale;
  return (
    <table>
      <thead>
        <tr>
          <th>
            <FormattedMessage id="receipt.madeUp" />
          </th>
          <th>{unit}</th>
          {values && <th>USD</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, kind, term, note, amount }, index) => (
          <tr key={id} className={kind === 'sum' ? 'receipt-sum' : undefined}>
            <td>
              <span className="receipt-sign">{kind && SIGNS[kind]}</span>
              <span>
                {term}
                {note && <small>{note}</small>}
              </span>
            </td>
            <td>{amount}</td>
            {values && <td>{formatAmount(values[index] ?? '0', code, 2)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** At which price the values are. */
function ValueNote({ values, coin }: { values: ReceiptValues | null; coin: string }) {
  const { code } = useStores().locale;
  return (
    <p className="receipt-note">
      {values ? (
        <FormattedMessage id="receipt.value" values={{ coin, price: formatAmount(values.price, code, 2) }} />
      ) : (
        <FormattedMessage id="receipt.noValue" />
      )}
    </p>
  );
}

function ExchangeTable({ order }: { order: Order }) {
  const chainLines = useChainLines();
  const { money } = useMoney();
  const { instrumentFrom: from, instrumentTo: to } = order.pair;
  const chain = orderChain(order);
  const [payout] = order.withdrawals;
  const fees = [chain.serviceFee, ...(chain.holding ? [chain.holding.fee] : []), chain.networkFee];
  const values = receiptValues({ received: chain.received, fees }, { paid: paidOut(order), valueUsd: payout?.valueUsd });
  const time = <UtcTime at={pricedAt(order)} />;
  return (
    <div>
      <Table
        unit={to.currencyTitle}
        values={values && [values.total, ...values.fees, values.received]}
        lines={chainLines(chain, {
          sent: money(chain.sent, from),
          to,
          collectionFee: order.collectionFeeAmount,
          priceNote: (
            <FormattedMessage id={order.rateMode === 'FIXED' ? 'receipt.priceHeld' : 'receipt.priceAt'} values={{ time }} />
          ),
          total: <FormattedMessage id="receipt.received" />,
        })}
      />
      <ValueNote values={values} coin={to.currencyTitle} />
    </div>
  );
}

function RefundTable({ order }: { order: Order }) {
  const { figure } = useMoney();
  const { instrumentFrom: from } = order.pair;
  const refund = ownRefund(order);
  if (!refund) return null;
  const fees = [refund.networkFee];
  const values = receiptValues({ received: refund.amount, fees }, { paid: refund.amount, valueUsd: refund.valueUsd });
  return (
    <div>
      <Table
        unit={from.currencyTitle}
        values={values && [values.total, ...values.fees, values.received]}
        lines={[
          { id: 'sent', term: <FormattedMessage id="order.payout.youSent" />, amount: figure(depositedAmount(order), from) },
          {
            id: 'fee',
            kind: 'less',
            term: <FormattedMessage id="order.refund.fee" values={{ network: networkName(from) }} />,
            amount: figure(refund.networkFee, from),
          },
          { id: 'back', kind: 'sum', term: <FormattedMessage id="receipt.returned" />, amount: figure(refund.amount, from) },
        ]}
      />
      <ValueNote values={values} coin={from.currencyTitle} />
    </div>
  );
}

function PurchaseTable({ order, fiat }: { order: Order; fiat: NonNullable<Order['fiat']> }) {
  const { code } = useStores().locale;
  const written = (value: Decimal): string => formatAmount(value, code, 2);
  const fees = feeLines({ fees: fiat.fees, providerName: fiat.providerName, coin: order.pair.instrumentTo, written });
  const line = (id: string, term: ReactNode, value: Decimal, kind?: 'sum'): CalculationLine => ({
    id,
    term,
    amount: written(value),
    ...(kind && { kind }),
  });
  return (
    <div>
      <Table
        unit={fiat.currency}
        values={null}
        lines={[
          line('paid', <FormattedMessage id="receipt.byCard" />, fiat.amount),
          ...fees.map(({ id, term, detail }): CalculationLine => ({ id, kind: 'less', term, amount: detail })),
          line(
            'coins',
            <FormattedMessage id="receipt.coins" />,
            afterFees(
              fiat.amount,
              fiat.fees.map(({ amount }) => amount),
            ),
            'sum',
          ),
        ]}
      />
      <p className="receipt-note">
        <FormattedMessage id="receipt.paidBy" values={{ provider: fiat.providerName }} />
      </p>
    </div>
  );
}

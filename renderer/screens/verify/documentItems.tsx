import type { IntlShape } from 'react-intl';
import { isDecimal } from '../../../contract/money.ts';
import type { Definition } from '../../components/DefinitionList.tsx';
import type { LocaleCode } from '../../i18n/locales.ts';
import { AddressText } from '../order/AddressText.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import { money } from '../order/useMoney.ts';

/** A document as it came: what is in it may be anything, and what is not as expected is left out. */
type SignedFields = Readonly<Record<string, unknown>>;

interface Reader {
  intl: IntlShape;
  locale: LocaleCode;
}

/** What a guarantee or a receipt says, in the order in which people ask. */
export function documentItems(document: SignedFields, reader: Reader): Definition[] {
  const isReceipt = document['kind'] === 'receipt';
  const from = tickerOf(document['instrumentFrom']);
  const to = tickerOf(document['instrumentTo']);
  const field = fieldOf(document, reader);
  const lines = [
    field('exchange', (value) => value),
    field('orderId', (value) => <span className="mono">{value}</span>),
    field('createdAt', timeOf),
    ...(isReceipt ? receiptItems(document, reader, to) : guaranteeItems(document, reader, from, to)),
    field('destinationAddress', (value) => <AddressText address={value} />),
    field('destinationAddressMemo', (value) => <span className="mono">{value}</span>),
    field('networkFee', (value) => amountOf(value, to, reader)),
    field('platformFee', (value) => amountOf(value, to, reader)),
  ];
  return lines.flatMap((line) => line ?? []);
}

function guaranteeItems(document: SignedFields, reader: Reader, from: string, to: string): (Definition | null)[] {
  const field = fieldOf(document, reader);
  const { formatMessage } = reader.intl;
  const isFixed = document['rateMode'] === 'FIXED';
  return [
    field('expiresAt', timeOf),
    field('claimedDepositAmount', (value) => amountOf(value, from, reader)),
    field('depositAddress', (value) => <AddressText address={value} />),
    field('depositAddressMemo', (value) => <span className="mono">{value}</span>),
    field('amountToGet', (value) => `${isFixed ? '=' : '≈'} ${amountOf(value, to, reader)}`),
    field('price', (value) => rateOf(value, from, to, reader)),
    field('minConfirmations', (value) => value),
    isRecord(document['refundPolicy'])
      ? {
          id: 'refundPolicy',
          term: formatMessage({ id: 'guarantee.refund' }),
          detail: formatMessage(
            { id: isFixed ? 'guarantee.refundFixed' : 'guarantee.refundFloating' },
            policyOf(document['refundPolicy']),
          ),
        }
      : null,
  ];
}

function receiptItems(document: SignedFields, reader: Reader, to: string): (Definition | null)[] {
  const field = fieldOf(document, reader);
  const { formatMessage } = reader.intl;
  const outcome = document['outcome'] === 'REFUNDED' ? 'guarantee.outcome.REFUNDED' : 'guarantee.outcome.COMPLETED';
  return [
    field('outcome', () => formatMessage({ id: outcome })),
    field('endedAt', timeOf),
    ...(['deposits', 'withdrawals', 'refunds'] as const).flatMap((kind) =>
      recordsOf(document[kind]).map((leg, place) => ({
        id: `${kind}${place}`,
        term: formatMessage({ id: `guarantee.leg.${kind}` }),
        detail: <Leg leg={leg} reader={reader} />,
      })),
    ),
    field('settledPrice', (value) => rateOf(value, tickerOf(document['instrumentFrom']), to, reader)),
  ];
}

function Leg({ leg, reader }: { leg: SignedFields; reader: Reader }) {
  const { amount, instrument, txHash } = leg;
  return (
    <>
      {typeof amount === 'string' && amountOf(amount, typeof instrument === 'string' ? instrument.toUpperCase() : '', reader)}
      <br />
      {typeof txHash === 'string' && <AddressText address={txHash} />}
    </>
  );
}

/** A line of a field that is a text; null where it is not. */
const fieldOf =
  (document: SignedFields, { intl }: Reader) =>
  (key: FieldKey, detail: (value: string) => Definition['detail']): Definition | null => {
    const value = document[key];
    if (typeof value !== 'string') return null;
    return { id: key, term: intl.formatMessage({ id: `guarantee.field.${key}` }), detail: detail(value) };
  };

type FieldKey =
  | 'exchange'
  | 'orderId'
  | 'createdAt'
  | 'expiresAt'
  | 'claimedDepositAmount'
  | 'depositAddress'
  | 'depositAddressMemo'
  | 'amountToGet'
  | 'price'
  | 'minConfirmations'
  | 'outcome'
  | 'endedAt'
  | 'settledPrice'
  | 'destinationAddress'
  | 'destinationAddressMemo'
  | 'networkFee'
  | 'platformFee';

const timeOf = (value: string) => (Number.isNaN(Date.parse(value)) ? value : <LocalTime at={value} format="dateTime" />);

const amountOf = (value: string, currencyTitle: string, { locale }: Reader): string =>
  isDecimal(value) ? money(value, { currencyTitle }, locale) : value;

function rateOf(value: string, from: string, to: string, reader: Reader): string {
  return reader.intl.formatMessage({ id: 'order.details.rateValue' }, { from, price: amountOf(value, to, reader) });
}

function policyOf(policy: SignedFields) {
  const text = (key: string) => (typeof policy[key] === 'string' ? policy[key] : '');
  return {
    tolerance: text('amountTolerancePercent'),
    market: text('marketTolerancePercent'),
    hours: text('decisionHours'),
  };
}

function tickerOf(instrument: unknown): string {
  if (!isRecord(instrument) || typeof instrument['currencyTitle'] !== 'string') return '';
  const network = instrument['networkTitle'];
  return typeof network === 'string' && network !== instrument['currencyTitle']
    ? `${instrument['currencyTitle']} ${network}`
    : instrument['currencyTitle'];
}

function recordsOf(list: unknown): SignedFields[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

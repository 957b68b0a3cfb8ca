import type { IntlShape } from 'react-intl';
import { isDecimal } from '../../../contract/money.ts';
import type { Definition } from '../../components/data/DefinitionList.tsx';
import { formatAmount } from '../../../contract/formatAmount.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { MessageId } from '../../i18n/messages.ts';
import { AddressText } from '../order/AddressText.tsx';
import { LocalTime } from '../order/LocalTime.tsx';
import { money, price } from '../order/useMoney.ts';

/** An untrusted document. Fields with unexpected values are left out. */
type SignedFields = Readonly<Record<string, unknown>>;

interface Reader {
  intl: IntlShape;
  locale: LocaleCode;
}

/** Returns the labelled lines of a guarantee or receipt, most important first. */
export function documentItems(document: SignedFields, reader: Reader): Definition[] {
  const isReceipt = document['kind'] === 'receipt';
  const from = tickerOf(document['instrumentFrom']);
  const to = tickerOf(document['instrumentTo']);
  const field = fieldOf(document, reader);
  const lines = [
    field('exchange', (value) => value),
    field('orderId', (value) => (
      <span className="mono" translate="no">
        {value}
      </span>
    )),
    field('createdAt', timeOf),
    ...(isReceipt ? receiptItems(document, reader, to) : guaranteeItems(document, reader, from, to)),
    field('destinationAddress', (value) => <AddressText address={value} />),
    field('destinationAddressMemo', (value) => (
      <span className="mono" translate="no">
        {value}
      </span>
    )),
    field('networkFee', (value) => amountOf(value, to, reader)),
    field('collectionFee', (value) => amountOf(value, to, reader)),
    field('platformFee', (value) => amountOf(value, to, reader)),
    field('orderTokenHash', (value) => <AddressText address={value} />),
  ];
  return lines.flatMap((line) => line ?? []);
}

function guaranteeItems(document: SignedFields, reader: Reader, from: string, to: string): (Definition | null)[] {
  const field = fieldOf(document, reader);
  const isFixed = document['rateMode'] === 'FIXED';
  return [
    field('expiresAt', timeOf),
    field('confirmBy', timeOf),
    field('claimedDepositAmount', (value) => amountOf(value, from, reader)),
    field('depositAddress', (value) => <AddressText address={value} />),
    field('depositAddressMemo', (value) => (
      <span className="mono" translate="no">
        {value}
      </span>
    )),
    field('amountToGet', (value) => `${isFixed ? '=' : '≈'} ${amountOf(value, to, reader)}`),
    field('price', (value) => rateOf(value, from, to, reader)),
    field('minConfirmations', (value) => value),
  ];
}

function receiptItems(document: SignedFields, reader: Reader, to: string): (Definition | null)[] {
  const field = fieldOf(document, reader);
  const { formatMessage } = reader.intl;
  const outcome = document['outcome'] === 'REFUNDED' ? 'guarantee.outcome.REFUNDED' : 'guarantee.outcome.COMPLETED';
  return [
    field('outcome', () => formatMessage({ id: outcome })),
    field('endedAt', timeOf),
    ...(document['refundReason'] === 'RECIPIENT_BLOCKED'
      ? [field('refundReason', () => formatMessage({ id: 'guarantee.refundReason.RECIPIENT_BLOCKED' }))]
      : []),
    ...(['deposits', 'withdrawals', 'refunds'] as const).flatMap((kind) =>
      recordsOf(document[kind]).map((leg, place) => ({
        id: `${kind}${place}`,
        term: formatMessage({ id: `guarantee.leg.${kind}` }),
        detail: <Leg leg={leg} ticker={tickerOfSlug(document, leg['instrument'])} reader={reader} />,
      })),
    ),
    field('settledPrice', (value) => rateOf(value, tickerOf(document['instrumentFrom']), to, reader)),
  ];
}

function Leg({ leg: { amount, arrivedAmount, txHash }, ticker, reader }: { leg: SignedFields; ticker: string; reader: Reader }) {
  const arrived = typeof arrivedAmount === 'string' ? amountOf(arrivedAmount, ticker, reader) : null;
  return (
    <>
      {typeof amount === 'string' && amountOf(amount, ticker, reader)}
      {arrived !== null && <>, {reader.intl.formatMessage({ id: 'guarantee.leg.arrived' }, { amount: arrived })}</>}
      <br />
      {typeof txHash === 'string' && <AddressText address={txHash} />}
    </>
  );
}

/** Returns the line of a text field; null for other types. */
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
  | 'confirmBy'
  | 'claimedDepositAmount'
  | 'depositAddress'
  | 'depositAddressMemo'
  | 'amountToGet'
  | 'price'
  | 'minConfirmations'
  | 'outcome'
  | 'endedAt'
  | 'refundReason'
  | 'settledPrice'
  | 'destinationAddress'
  | 'destinationAddressMemo'
  | 'networkFee'
  | 'collectionFee'
  | 'platformFee'
  | 'orderTokenHash';

const timeOf = (value: string) => (Number.isNaN(Date.parse(value)) ? value : <LocalTime at={value} format="dateTime" />);

const amountOf = (value: string, currencyTitle: string, { locale }: Reader): string =>
  isDecimal(value) ? money(value, { currencyTitle }, locale) : value;

function rateOf(value: string, from: string, to: string, reader: Reader): string {
  return reader.intl.formatMessage(
    { id: 'order.details.rateValue' },
    {
      from,
      price: isDecimal(value) ? price(value, { currencyTitle: to }, reader.locale) : value,
    },
  );
}

/** Returns the signed refund policy in sentences; null if the document has none. */
export function refundSentences(document: SignedFields, { intl, locale }: Reader): string | null {
  const policy = document['refundPolicy'];
  if (!isRecord(policy)) return null;
  const text = (key: string) => (typeof policy[key] === 'string' ? policy[key] : '');
  const percent = (key: string) => {
    const value = text(key);
    return isDecimal(value) ? `${formatAmount(value, locale)}\u00a0%` : value;
  };
  const values = {
    tolerance: percent('amountTolerancePercent'),
    market: percent('marketTolerancePercent'),
    hours: text('decisionHours'),
    latest: text('latestHours'),
  };
  const policyId: MessageId = document['rateMode'] === 'FIXED' ? 'guarantee.askedFixed' : 'guarantee.askedFloating';
  const cost: MessageId[] = policy['cost'] === 'NETWORK_FEES' ? ['guarantee.costsFees'] : [];
  return [policyId, ...withoutDecision(policy), ...cost].map((id) => intl.formatMessage({ id }, values)).join(' ');
}

/** Returns what happens to a deposit after those that the order exchanges (D63); null if the document does not say. */
export function laterDepositSentence(document: SignedFields, { intl }: Reader): string | null {
  const later = document['laterDeposits'];
  if (!isRecord(later)) return null;
  if (later['rule'] === 'ASK') return intl.formatMessage({ id: 'guarantee.laterAsk' });
  const hours = later['withinHours'];
  if (later['rule'] !== 'NEW_ORDER' || typeof hours !== 'string') return null;
  return intl.formatMessage({ id: 'guarantee.laterOrder' }, { hours });
}

/** Returns the promised handling of a deposit without a decision; empty for unknown values. */
function withoutDecision(policy: SignedFields): MessageId[] {
  if (policy['withoutDecision'] === 'KEPT') return ['guarantee.kept'];
  return policy['withoutDecision'] === 'REFUND' ? ['guarantee.goesBack'] : [];
}

/** Returns "USDT TRC20", or the ticker alone for a coin on its own network, whose slug is the ticker: "ETH", not "ETH ERC20". */
function tickerOf(instrument: unknown): string {
  if (!isRecord(instrument) || typeof instrument['currencyTitle'] !== 'string') return '';
  const { currencyTitle: ticker, networkTitle: network, slug } = instrument;
  const isAtHome = network === ticker || slug === ticker.toLowerCase();
  return typeof network === 'string' && !isAtHome ? `${ticker} ${network}` : ticker;
}

/** Returns the coin of a leg by its slug, usually one of the order's two coins. */
function tickerOfSlug(document: SignedFields, slug: unknown): string {
  const instrument = [document['instrumentFrom'], document['instrumentTo']].find((one) => isRecord(one) && one['slug'] === slug);
  if (instrument !== undefined) return tickerOf(instrument);
  return typeof slug === 'string' ? slug.toUpperCase() : '';
}

function recordsOf(list: unknown): SignedFields[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

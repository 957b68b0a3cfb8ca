import { canonicalJson } from './canonicalJson.ts';
import { compare, isDecimal } from '../money.ts';
import type { OrderEventKind } from '../order.ts';
import type { GuaranteeDocument, ReceiptDocument, SignedCoin, SignedGuarantee, SignedReceipt } from '../schemas/guarantee.ts';
import type { CreateOrderInput, Order } from '../schemas/orders.ts';

export type { GuaranteeDocument, ReceiptDocument, SignedCoin, SignedGuarantee, SignedReceipt };

/** A document with its signature and the id of the signing key. */
export interface SignedDocument {
  document: Readonly<Record<string, unknown>>;
  /** Ed25519, 128 hex digits in lower case */
  signature: string;
  keyId: string;
}

/** Domain separation: the signature is valid only for this kind of document. */
export const DOCUMENT_PREFIX = 'causeway-document-v1\n';

/** Returns the signed bytes: the prefix and the document's canonical JSON, in UTF-8. */
export function signedBytes(document: SignedDocument['document']): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(DOCUMENT_PREFIX + canonicalJson(document));
}

/** Returns whether a signature has its only allowed form: 64 bytes as hex digits in lower case. */
export function isSignature(text: string): boolean {
  return /^[0-9a-f]{128}$/.test(text);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns all values of a document with their path ("refundPolicy.cost"), control characters escaped, for display. */
export function describeDocument(document: SignedDocument['document']): { path: string; value: string }[] {
  return linesOf('', document);
}

function linesOf(path: string, value: unknown): { path: string; value: string }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value: plain(value) }];
  return Object.entries(value).flatMap(([key, inner]) => linesOf(path === '' ? plain(key) : `${path}.${plain(key)}`, inner));
}

/** Returns the JSON of a value, without the quotation marks of a text. */
function plain(value: unknown): string {
  const json = JSON.stringify(value);
  return typeof value === 'string' ? json.slice(1, -1) : json;
}

export type GuaranteeField =
  | 'orderId'
  | 'instrumentFrom'
  | 'instrumentTo'
  | 'depositAddress'
  | 'depositAddressMemo'
  | 'claimedDepositAmount'
  | 'destinationAddress'
  | 'destinationAddressMemo'
  | 'refundAddress'
  | 'orderToken'
  | 'price'
  | 'amountToGet'
  | 'networkFee'
  | 'collectionFee'
  | 'platformFee'
  | 'rateMode'
  | 'minConfirmations'
  | 'createdAt'
  | 'expiresAt'
  | 'confirmBy';

/** A field whose signed and shown values differ. */
export interface GuaranteeDifference {
  field: GuaranteeField;
  signed: string | null;
  shown: string | null;
}

/**
 * Returns the differences between an order of the API and its signed guarantee. Rate mode, fees and the amount to get are
 * compared only until the order is repriced, because then the order has the final values.
 */
export function checkGuaranteeAgainstOrder(order: Order, document: GuaranteeDocument): GuaranteeDifference[] {
  const pairs: Pair[] = [
    ['orderId', document.orderId, order.orderId],
    ['depositAddress', document.depositAddress, order.depositAddress],
    ['depositAddressMemo', document.depositAddressMemo, order.depositAddressMemo],
    ['claimedDepositAmount', document.claimedDepositAmount, order.claimedDepositAmount],
    ...coinPairs('instrumentFrom', document.instrumentFrom, order),
    ...coinPairs('instrumentTo', document.instrumentTo, order),
    ['destinationAddress', document.destinationAddress, order.destinationAddress],
    ['destinationAddressMemo', document.destinationAddressMemo, order.destinationAddressMemo],
    ['minConfirmations', document.minConfirmations, String(order.minConfirmationsToWithdraw)],
    ['createdAt', document.createdAt, order.createdAt],
    ['expiresAt', document.expiresAt, order.expiresAt],
    ['confirmBy', document.confirmBy, order.confirmBy],
    ['price', document.price, order.claimedPublicRate.price],
  ];
  if (!isRepriced(order)) {
    pairs.push(
      ['rateMode', document.rateMode, order.rateMode],
      ['amountToGet', document.amountToGet, order.amountToGet],
      ['networkFee', document.networkFee, order.claimedNetworkFee],
      ['collectionFee', document.collectionFee, order.collectionFeeAmount ?? '0'],
      ['platformFee', document.platformFee, order.platformFee_Absolute],
    );
  }
  return differencesOf(pairs);
}

/** Only the first field of a coin that differs is reported. After the payout, a name may change in the catalogue. */
function coinPairs(
  field: 'instrumentFrom' | 'instrumentTo',
  signed: SignedCoin | undefined,
  { pair, orderEvents }: Order,
): Pair[] {
  const shown = pair[field];
  const slug: Pair = [field, signed?.slug, shown.slug];
  if (hasAny(orderEvents, PAID_OUT_OR_REFUNDED)) return [slug];
  return [
    slug,
    [field, signed?.currencyTitle, shown.currencyTitle],
    [field, signed?.networkTitle, shown.networkTitle],
    [field, signed?.network?.slug, shown.network?.slug],
    [field, signed?.network?.friendlyTitle, shown.network?.friendlyTitle],
    [field, signed?.network?.family, shown.network?.family],
    [field, signed?.network?.memoName, shown.network?.memoName],
    [field, signed?.network?.paymentUriScheme, shown.network?.paymentUriScheme],
    [field, signed?.network?.chainId, textOf(shown.network?.chainId)],
    [field, signed?.contractAddress, shown.contractAddress],
    [field, signed?.decimals, textOf(shown.decimals)],
  ];
}

const textOf = (count: number | null | undefined): string | null => (typeof count === 'number' ? String(count) : null);

/** The request of the customer, as far as a guarantee repeats it: the fields of the form without secrets. */
export type RequestedOrder = Pick<
  CreateOrderInput,
  'rateMode' | 'destinationAddress' | 'destinationAddressMemo' | 'refundAddress' | 'refundAddressMemo' | 'claimedDepositAmount'
> & {
  instrumentFrom: { slug: string };
  instrumentTo: { slug: string };
  /** null: the order has no token; missing: unknown */
  orderTokenHash?: string | null;
};

/** What the host signed differently from the request; `shown` is what the customer typed. */
export function checkGuaranteeAgainstInput(requested: RequestedOrder, document: GuaranteeDocument): GuaranteeDifference[] {
  const pairs: Pair[] = [
    ['instrumentFrom', document.instrumentFrom?.slug, requested.instrumentFrom.slug],
    ['instrumentTo', document.instrumentTo?.slug, requested.instrumentTo.slug],
    ['rateMode', document.rateMode, requested.rateMode],
    ['claimedDepositAmount', document.claimedDepositAmount, requested.claimedDepositAmount],
    ['destinationAddress', document.destinationAddress, requested.destinationAddress.trim()],
    ['destinationAddressMemo', document.destinationAddressMemo, requested.destinationAddressMemo?.trim() || null],
  ];
  return differencesOf(pairs);
}

type Pair = [field: GuaranteeField, signed: unknown, shown: string | null | undefined];

const AMOUNTS: readonly GuaranteeField[] = [
  'claimedDepositAmount',
  'price',
  'amountToGet',
  'networkFee',
  'collectionFee',
  'platformFee',
];

/** The page does not validate responses, so other types may occur. They are not shown. */
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Returns the first difference of each field. */
function differencesOf(pairs: readonly Pair[]): GuaranteeDifference[] {
  const differing = pairs.filter((pair) => !isSame(pair));
  return differing
    .filter(([field], place) => differing.findIndex(([other]) => other === field) === place)
    .map(([field, signed, shown]) => ({ field, signed: textOrNull(signed), shown: textOrNull(shown) }));
}

const PRICED: readonly OrderEventKind[] = ['RATE_MODE_CHANGE_ACCEPTED', 'FUNDS_WITHDRAWAL_START'];

const PAID_OUT_OR_REFUNDED: readonly OrderEventKind[] = ['FUNDS_WITHDRAWAL_START', 'REFUND_COMPLETED'];

function isRepriced({ orderEvents }: Order): boolean {
  return hasAny(orderEvents, PRICED);
}

function hasAny(events: Order['orderEvents'], kinds: readonly OrderEventKind[]): boolean {
  return events.some(({ kind }) => kinds.some((one) => one === kind));
}

/** Compares amounts by value and other fields as text: memo 7 differs from 7.0. A missing field equals null. */
function isSame([field, signed, shown]: Pair): boolean {
  if (AMOUNTS.includes(field) && isDecimal(signed) && isDecimal(shown)) return compare(signed, shown) === 0;
  return (signed ?? null) === (shown ?? null);
}

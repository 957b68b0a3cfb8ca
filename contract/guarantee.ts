import { canonicalJson } from './canonicalJson.ts';
import { compare, isDecimal } from './money.ts';
import type { OrderEventKind } from './order.ts';
import type { GuaranteeDocument, ReceiptDocument, SignedCoin, SignedGuarantee, SignedReceipt } from './schemas/guarantee.ts';
import type { Instrument } from './schemas/instruments.ts';
import type { CreateOrderInput, Order } from './schemas/orders.ts';

export type { GuaranteeDocument, ReceiptDocument, SignedCoin, SignedGuarantee, SignedReceipt };

/** A document, the signature over it, and the id of the key that made it. */
export interface SignedDocument {
  document: Readonly<Record<string, unknown>>;
  /** Ed25519, 128 hex digits */
  signature: string;
  keyId: string;
}

/** Announced in health by a host that signs (D30). */
export const SIGNATURES_FEATURE = 'signatures';

/** A signature of this can't be taken for one over anything else that a key signs. */
const PREFIX = 'causeway-document-v1\n';

/** What is signed: the prefix and the document's canonical JSON, in UTF-8. */
export function signedBytes(document: SignedDocument['document']): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(PREFIX + canonicalJson(document));
}

/** Reads a saved file. null for what is no signed document; nothing is verified here. */
export function readSignedDocument(text: string): SignedDocument | null {
  try {
    const value: unknown = JSON.parse(text);
    return isSignedDocument(value) ? value : null;
  } catch {
    return null;
  }
}

function isSignedDocument(value: unknown): value is SignedDocument {
  return (
    isRecord(value) && isRecord(value['document']) && typeof value['signature'] === 'string' && typeof value['keyId'] === 'string'
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Every value of a document with its place ("refundPolicy.cost"), control characters escaped, for people to read. */
export function describeDocument(document: SignedDocument['document']): { path: string; value: string }[] {
  return linesOf('', document);
}

function linesOf(path: string, value: unknown): { path: string; value: string }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value: plain(value) }];
  return Object.entries(value).flatMap(([key, inner]) => linesOf(path === '' ? plain(key) : `${path}.${plain(key)}`, inner));
}

/** A text without its quotation marks, as JSON writes it. */
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
  | 'price'
  | 'amountToGet'
  | 'networkFee'
  | 'platformFee'
  | 'rateMode'
  | 'minConfirmations'
  | 'createdAt'
  | 'expiresAt';

/** What was signed and what is shown, where the two are not the same. */
export interface GuaranteeDifference {
  field: GuaranteeField;
  signed: string | null;
  shown: string | null;
}

/**
 * What an answer about an order says otherwise than the host signed when the order was made. Price, fees and the amount
 * to get are compared until the order is priced anew: from then on the answer has the final ones.
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
    ['price', document.price, order.claimedPublicRate.price],
  ];
  if (!isPricedAnew(order)) {
    pairs.push(
      ['rateMode', document.rateMode, order.rateMode],
      ['amountToGet', document.amountToGet, order.amountToGet],
      ['networkFee', document.networkFee, order.claimedNetworkFee],
      ['platformFee', document.platformFee, order.platformFee_Absolute],
    );
  }
  return differencesOf(pairs);
}

/**
 * Whether a guarantee says of which network and contract the coin to send is. Those of version 1 do not: what a wallet
 * would be told of such an order is nobody's word.
 */
export function signsPaymentCode({ instrumentFrom }: GuaranteeDocument): boolean {
  return instrumentFrom?.network !== undefined && instrumentFrom.contractAddress !== undefined;
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
    ...(signed?.network ? chainPairs(field, signed, signed.network, shown) : []),
  ];
}

function chainPairs(
  field: 'instrumentFrom' | 'instrumentTo',
  { contractAddress, decimals }: SignedCoin,
  network: NonNullable<SignedCoin['network']>,
  shown: Instrument,
): Pair[] {
  return [
    [field, network.slug, shown.network?.slug],
    [field, network.friendlyTitle, shown.network?.friendlyTitle],
    [field, network.family, shown.network?.family],
    [field, network.memoName, shown.network?.memoName],
    [field, network.paymentUriScheme, shown.network?.paymentUriScheme],
    [field, network.chainId, textOf(shown.network?.chainId)],
    [field, contractAddress, shown.contractAddress],
    [field, decimals, textOf(shown.decimals)],
  ];
}

const textOf = (count: number | null | undefined): string | null => (typeof count === 'number' ? String(count) : null);

/** The request of the customer, as far as a guarantee repeats it: the fields of the form without secrets. */
export type RequestedOrder = Pick<
  CreateOrderInput,
  'rateMode' | 'destinationAddress' | 'destinationAddressMemo' | 'refundAddress' | 'refundAddressMemo' | 'claimedDepositAmount'
> & { instrumentFrom: { slug: string }; instrumentTo: { slug: string } };

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

const AMOUNTS: readonly GuaranteeField[] = ['claimedDepositAmount', 'price', 'amountToGet', 'networkFee', 'platformFee'];

/** An answer has no schema in the page: whatever is no text in it is not shown. */
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** One of each field, the first. */
function differencesOf(pairs: readonly Pair[]): GuaranteeDifference[] {
  const differing = pairs.filter((pair) => !isSame(pair));
  return differing
    .filter(([field], place) => differing.findIndex(([other]) => other === field) === place)
    .map(([field, signed, shown]) => ({ field, signed: textOrNull(signed), shown: textOrNull(shown) }));
}

const PRICED: readonly OrderEventKind[] = ['RATE_MODE_CHANGE_ACCEPTED', 'FUNDS_WITHDRAWAL_START'];

const PAID_OUT_OR_REFUNDED: readonly OrderEventKind[] = ['FUNDS_WITHDRAWAL_START', 'REFUND_COMPLETED'];

function isPricedAnew({ orderEvents }: Order): boolean {
  return hasAny(orderEvents, PRICED);
}

function hasAny(events: Order['orderEvents'], kinds: readonly OrderEventKind[]): boolean {
  return events.some(({ kind }) => kinds.some((one) => one === kind));
}

/** Amounts by their value; everything else to the letter: the memo 7 is not the memo 7.0. A field that a host leaves out is none. */
function isSame([field, signed, shown]: Pair): boolean {
  if (AMOUNTS.includes(field) && isDecimal(signed) && isDecimal(shown)) return compare(signed, shown) === 0;
  return (signed ?? null) === (shown ?? null);
}

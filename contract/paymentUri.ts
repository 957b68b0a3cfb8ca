import type { Instrument } from './api/instruments.ts';
import { compare, isDecimal, toBaseUnits, type Decimal } from './money.ts';
import { amountAskedFor, asksFor, readPaymentUri } from './readPaymentUri.ts';

/** What a wallet should pay. `amount` in the instrument. */
export interface PaymentRequest {
  instrument: Instrument;
  address: string;
  amount: Decimal;
  memo: string | null;
}

const MOST_DECIMALS = 36;

/** How a family's requests begin, and what a token's contract may look like there; null: only the network's own coin. */
const FAMILIES = new Map<string, { scheme: string; contract: RegExp | null }>([
  ['bitcoin', { scheme: 'bitcoin', contract: null }],
  ['litecoin', { scheme: 'litecoin', contract: null }],
  ['dogecoin', { scheme: 'dogecoin', contract: null }],
  ['dash', { scheme: 'dash', contract: null }],
  ['zcash', { scheme: 'zcash', contract: null }],
  ['bitcoincash', { scheme: 'bitcoincash', contract: null }],
  ['monero', { scheme: 'monero', contract: null }],
  ['cardano', { scheme: 'web+cardano', contract: null }],
  ['evm', { scheme: 'ethereum', contract: /^0x[0-9a-fA-F]{40}$/ }],
  ['solana', { scheme: 'solana', contract: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }],
  ['ton', { scheme: 'ton', contract: /^[A-Za-z0-9_-]{48}$/ }],
  ['algorand', { scheme: 'algorand', contract: /^\d{1,20}$/ }],
]);

/**
 * The address that a wallet opens with everything filled in (BIP-21, EIP-681, Solana Pay, CIP-13, TON deep links); null
 * where the network has none, or where a wallet could take a token's payment for one in the network's own coin. What the
 * instrument says comes from an answer that anybody on its way may have changed: whatever is not of its family's form
 * makes no request, and the finished one is read as a wallet reads it before it is given out.
 */
export function buildPaymentUri(request: PaymentRequest): string | null {
  const { network, contractAddress } = request.instrument;
  const family = network && FAMILIES.get(network.family);
  if (!family || network.paymentUriScheme !== family.scheme || contractAddress === undefined) return null;
  if (contractAddress !== null && family.contract?.test(contractAddress) !== true) return null;
  if (!isDecimal(request.amount)) return null;
  const uri = writePaymentUri(network.family, family.scheme, request);
  return uri !== null && readsAs(uri, request) ? uri : null;
}

function writePaymentUri(family: string, scheme: string, request: PaymentRequest): string | null {
  const { address, amount } = request;
  switch (family) {
    case 'monero':
      return `${scheme}:${address}?tx_amount=${amount}`;
    case 'algorand':
      return algorandPayment(scheme, request);
    case 'solana':
      return solanaPay(scheme, request);
    case 'ton':
      return tonTransfer(request);
    case 'evm':
      return ethereumPayment(scheme, request);
    default:
      return `${scheme}:${withoutPrefix(address, scheme)}?amount=${amount}`;
  }
}

/** True when a reader finds this instrument, address, memo and amount; an amount that the base unit can't hold is not said. */
function readsAs(text: string, { instrument, address, amount, memo }: PaymentRequest): boolean {
  const uri = readPaymentUri(text);
  if (!uri || !asksFor(uri, instrument) || uri.memo !== memo) return false;
  if (uri.chainId !== (instrument.network?.chainId ?? null)) return false;
  const { scheme } = uri;
  if (withoutPrefix(uri.address, scheme) !== withoutPrefix(address, scheme)) return false;
  if (uri.amount === null && uri.units === null) return baseUnits(instrument, amount) === null;
  const requested = amountAskedFor(uri, instrument);
  return requested !== null && compare(requested, amount) === 0;
}

function withoutPrefix(address: string, scheme: string): string {
  return address.startsWith(`${scheme}:`) ? address.slice(scheme.length + 1) : address;
}

function query(parameters: Record<string, string | null | undefined>): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]) => (value ? [`${name}=${encodeURIComponent(value)}`] : []));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function solanaPay(scheme: string, { instrument, address, amount, memo }: PaymentRequest): string {
  return `${scheme}:${address}${query({ amount, 'spl-token': instrument.contractAddress, memo })}`;
}

/** ARC-26; an asset's "contract" is its number. */
function algorandPayment(scheme: string, { instrument, address, amount, memo }: PaymentRequest): string | null {
  const units = baseUnits(instrument, amount);
  if (units === null) return null;
  return `${scheme}://${address}${query({ amount: units, asset: instrument.contractAddress, xnote: memo })}`;
}

function tonTransfer({ instrument, address, amount, memo }: PaymentRequest): string | null {
  const units = baseUnits(instrument, amount);
  if (units === null) return null;
  return `ton://transfer/${address}${query({ amount: units, jetton: instrument.contractAddress, text: memo })}`;
}

/** EIP-681. A token's amount is left out where its base unit is not known: the wallet then asks for it. */
function ethereumPayment(scheme: string, { instrument, address, amount }: PaymentRequest): string | null {
  const { contractAddress, network } = instrument;
  // Without its chain a request means whichever chain the wallet is on.
  if (!Number.isSafeInteger(network?.chainId)) return null;
  const chain = `@${network?.chainId}`;
  const units = baseUnits(instrument, amount);
  if (!contractAddress) return `${scheme}:${address}${chain}${query({ value: units })}`;
  return `${scheme}:${contractAddress}${chain}/transfer${query({ address, uint256: units })}`;
}

/** null where the base unit is not known, or too coarse for the amount. */
function baseUnits({ decimals }: Instrument, amount: Decimal): string | null {
  const fraction = amount.split('.')[1] ?? '';
  const isKnown = decimals !== undefined && Number.isInteger(decimals) && decimals <= MOST_DECIMALS;
  return !isKnown || fraction.length > decimals ? null : toBaseUnits(amount, decimals).toString();
}

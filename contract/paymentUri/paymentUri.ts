import type { Instrument } from '../api/instruments.ts';
import { compare, fromBaseUnits, isDecimal, toBaseUnits, type Decimal } from '../money.ts';
import { evmChain } from './paymentStandards.ts';
import { readRequest } from './readRequest.ts';

/** What a wallet should pay. `amount` in the instrument. */
export interface PaymentRequest {
  instrument: Instrument;
  address: string;
  amount: Decimal;
  memo: string | null;
}

const MOST_DECIMALS = 36;

/** URI scheme and contract format of each family; contract null: only the native coin is supported. */
const FAMILIES = new Map<string, { scheme: string; contract: RegExp | null }>([
  ['bitcoin', { scheme: 'bitcoin', contract: null }],
  ['litecoin', { scheme: 'litecoin', contract: null }],
  ['dogecoin', { scheme: 'dogecoin', contract: null }],
  ['dash', { scheme: 'dash', contract: null }],
  ['zcash', { scheme: 'zcash', contract: null }],
  ['bitcoincash', { scheme: 'bitcoincash', contract: null }],
  ['monero', { scheme: 'monero', contract: null }],
  ['ripple', { scheme: 'xrpl', contract: null }],
  ['cardano', { scheme: 'web+cardano', contract: null }],
  ['evm', { scheme: 'ethereum', contract: /^0x[0-9a-fA-F]{40}$/ }],
  ['solana', { scheme: 'solana', contract: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ }],
  ['ton', { scheme: 'ton', contract: /^[A-Za-z0-9_-]{48}$/ }],
  ['algorand', { scheme: 'algorand', contract: /^\d{1,20}$/ }],
]);

/**
 * Returns the payment URI (BIP-21, EIP-681, Solana Pay, CIP-13, TON deep links, XLS-2). Returns null if the network has none, or if a
 * wallet could confuse a token with the native coin. The instrument comes from a response that may have been tampered with.
 * Therefore invalid values yield null, and the finished URI is parsed and compared with the request.
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
    case 'ripple':
      return `${scheme}:${address}${query({ amount, dt: request.memo })}`;
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

/** Returns whether parsing the URI yields the request. The amount may be missing if the base unit can't represent it. */
function readsAs(text: string, { instrument, address, amount, memo }: PaymentRequest): boolean {
  const uri = readRequest(text);
  const { network, decimals } = instrument;
  if (!uri || !network || uri.fault !== null || uri.family !== network.family || uri.memo !== memo) return false;
  // Without a chain a wallet would use its current one.
  if (uri.chain !== (network.family === 'evm' ? evmChain(Number(network.chainId)) : null)) return false;
  if (uri.assetCode !== null && uri.assetCode !== instrument.currencyTitle) return false;
  if ((uri.contractAddress ?? '') !== (instrument.contractAddress ?? '')) return false;
  const { scheme } = uri;
  if (withoutPrefix(uri.address, scheme) !== withoutPrefix(address, scheme)) return false;
  if (uri.amount === null && uri.units === null) return baseUnits(instrument, amount) === null;
  const requested = uri.units === null || decimals === undefined ? uri.amount : fromBaseUnits(BigInt(uri.units), decimals);
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

/** ARC-26; the "contract" of an asset is its id. */
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

/** EIP-681. Omits the amount of a token with an unknown base unit; the wallet then asks for it. */
function ethereumPayment(scheme: string, { instrument, address, amount }: PaymentRequest): string | null {
  const { contractAddress, network } = instrument;
  // Without a chain id the wallet would use its current chain.
  if (!Number.isSafeInteger(network?.chainId)) return null;
  const chain = `@${network?.chainId}`;
  const units = baseUnits(instrument, amount);
  if (!contractAddress) return `${scheme}:${address}${chain}${query({ value: units })}`;
  return `${scheme}:${contractAddress}${chain}/transfer${query({ address, uint256: units })}`;
}

/** Returns null if the base unit is unknown or too coarse for the amount. */
function baseUnits({ decimals }: Instrument, amount: Decimal): string | null {
  const fraction = amount.split('.')[1] ?? '';
  const isKnown = decimals !== undefined && Number.isInteger(decimals) && decimals <= MOST_DECIMALS;
  return !isKnown || fraction.length > decimals ? null : toBaseUnits(amount, decimals).toString();
}

import type { Instrument } from '../api/instruments.ts';
import { cleanAddress } from '../input/machineText.ts';
import { fromBaseUnits, type Decimal } from '../money.ts';
import { chainOfShortName, type ChainNetwork, isChainOf, isNamespace } from './chains.ts';
import type { RequestFault } from './paymentStandards.ts';
import { EMPTY, readRequest, type PaymentUri } from './readRequest.ts';

/** The instrument that a request may ask for. Without all its fields, only its network is compared. */
type Asked = Pick<Instrument, 'network'> & Partial<Pick<Instrument, 'contractAddress' | 'currencyTitle' | 'decimals'>>;

/**
 * Parses a payment request by the standard of its scheme (D84), or an address with a chain: EIP-3770 (`arb1:0x…`) and CAIP-10
 * (`eip155:42161:0x…`). Returns null for other text, such as a bare address.
 */
export function readPaymentUri(text: string): PaymentUri | null {
  const cleaned = cleanAddress(text);
  return readChainAddress(cleaned) ?? readRequest(cleaned);
}

function readChainAddress(text: string): PaymentUri | null {
  const [, name, account] = /^([a-z][a-z0-9-]{0,30}):(0x[0-9a-f]{40})$/i.exec(text) ?? [];
  const chain = chainOfShortName((name ?? '').toLowerCase());
  if (name !== undefined && account !== undefined && chain !== null)
    return { ...EMPTY, address: account, chain, scheme: name, family: null };
  // CAIP-2 has at most eight letters before the first colon, and 32 before the second.
  const [, namespace, reference, address] = /^([-a-z0-9]{3,8}):([-_a-zA-Z0-9]{1,32}):([-.%a-zA-Z0-9]{8,128})$/.exec(text) ?? [];
  if (namespace === undefined || address === undefined || !isNamespace(namespace)) return null;
  return { ...EMPTY, address, chain: `${namespace}:${reference}`, scheme: namespace, family: null };
}

/** Returns whether the address of the request is meant for the network. */
export function isOnNetwork({ family, chain }: PaymentUri, network: ChainNetwork): boolean {
  return (family === null || family === network.family) && (chain === null || isChainOf(chain, network));
}

/** Returns whether the request names an address and nothing else that a payment would have to follow. */
export function isBareAddress({ contractAddress, amount, units, memo, fault }: PaymentUri): boolean {
  return contractAddress === null && amount === null && units === null && memo === null && fault === null;
}

/** Returns whether the request can be paid with this instrument: same chain and token. A bare address asks for any coin of its chain. */
export function asksFor(uri: PaymentUri, instrument: Asked): boolean {
  const { network } = instrument;
  // Without contract data a token can't be distinguished from the native coin.
  if (!network || instrument.contractAddress === undefined || uri.fault !== null || !isOnNetwork(uri, network)) return false;
  if (isBareAddress(uri)) return true;
  if (uri.assetCode !== null && uri.assetCode !== instrument.currencyTitle) return false;
  return (uri.contractAddress ?? '').toLowerCase() === (instrument.contractAddress ?? '').toLowerCase();
}

/** What a payment request means for an instrument. `otherCoin`: it is for another coin of the same network. */
export type RequestReading =
  | { kind: 'taken'; address: string; memo: string | null; amount: Decimal | null }
  | { kind: 'otherCoin'; address: string; memo: string | null; scheme: string }
  | { kind: 'otherNetwork' }
  | { kind: 'refused'; fault: RequestFault };

/** Reads a payment request for an instrument; null for other text. Only `network` of the instrument must be known. */
export function readRequestFor(text: string, instrument: Asked): RequestReading | null {
  const uri = readPaymentUri(text);
  if (!uri) return null;
  const { scheme, fault, address, memo } = uri;
  const { network } = instrument;
  if (fault !== null) return { kind: 'refused', fault };
  if (!network || !isOnNetwork(uri, network)) return { kind: 'otherNetwork' };
  // The payee would not recognise a payment without it.
  if (memo !== null && network.memoName === null) return { kind: 'refused', fault: { kind: 'UNSUPPORTED', parameter: 'memo' } };
  return asksFor(uri, instrument)
    ? { kind: 'taken', address, memo, amount: amountAskedFor(uri, instrument) }
    : { kind: 'otherCoin', address, memo, scheme };
}

/** Returns the requested amount in the instrument; null if missing or not convertible. */
export function amountAskedFor(uri: PaymentUri, instrument: Asked): Decimal | null {
  if (!asksFor(uri, instrument)) return null;
  if (uri.amount !== null) return uri.amount;
  if (uri.units === null || instrument.decimals === undefined) return null;
  return fromBaseUnits(BigInt(uri.units), instrument.decimals);
}

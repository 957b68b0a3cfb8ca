import type { Instrument } from '../api/instruments.ts';
import { amount, fromBaseUnits, isDecimal, toDecimal, type Decimal } from '../money.ts';

/** A parsed payment URI: BIP-21, EIP-681, Solana Pay, SEP-7, TON and similar formats. */
export interface PaymentUri {
  scheme: string;
  address: string;
  /** EIP-681 only; null means the current chain of the wallet */
  chainId: number | null;
  /** The requested token; null for the native coin. */
  contractAddress: string | null;
  /** In whole coins; null if missing or in base units. */
  amount: Decimal | null;
  /** In base units (wei, nanotons, microalgos); null if missing or in whole coins. */
  units: string | null;
  memo: string | null;
}

const ADDRESS = /^[A-Za-z0-9._:-]{8,256}$/;
/** Schemes of wallets that are not in the catalogue, and their standard scheme. */
const SAME_SCHEME: Record<string, string> = { ripple: 'xrpl', 'web+stellar': 'stellar', 'web+ripple': 'xrpl' };
const SCHEME_FAMILY: Record<string, string> = { xrpl: 'ripple', stellar: 'stellar', cosmos: 'cosmos' };

/** Parses a payment URI; null for other text (such as a bare address) or without an address. */
export function readPaymentUri(text: string): PaymentUri | null {
  const match = /^([a-z][a-z0-9+.-]{1,30}):(?:\/\/)?([^?#]*)(?:\?([^#]*))?$/i.exec(text.trim());
  if (!match) return null;
  const scheme = canonical((match[1] ?? '').toLowerCase());
  const path = decode(match[2] ?? '') ?? '';
  const parameters = readQuery(match[3] ?? '');
  const uri =
    scheme === 'ethereum'
      ? readEthereum(path, parameters)
      : scheme === 'ton'
        ? readTon(path, parameters)
        : scheme === 'algorand'
          ? readAlgorand(path, parameters)
          : readPlain(scheme, path, parameters);
  return ADDRESS.test(uri.address) ? { scheme, ...uri } : null;
}

/** Returns whether the URI requests this instrument: same scheme, chain and token. */
export function asksFor(uri: PaymentUri, instrument: Instrument): boolean {
  const { network } = instrument;
  // Without contract data a token can't be distinguished from the native coin.
  if (!network || instrument.contractAddress === undefined) return false;
  const isNetwork =
    network.paymentUriScheme === null
      ? SCHEME_FAMILY[uri.scheme] === network.family
      : canonical(network.paymentUriScheme) === uri.scheme;
  if (!isNetwork || (uri.chainId !== null && uri.chainId !== network.chainId)) return false;
  return (uri.contractAddress ?? '').toLowerCase() === (instrument.contractAddress ?? '').toLowerCase();
}

/** Returns the requested amount in the instrument; null if missing or not convertible. */
export function amountAskedFor(uri: PaymentUri, instrument: Instrument): Decimal | null {
  if (!asksFor(uri, instrument)) return null;
  if (uri.amount !== null) return uri.amount;
  if (uri.units === null || instrument.decimals === undefined) return null;
  return fromBaseUnits(BigInt(uri.units), instrument.decimals);
}

type Body = Omit<PaymentUri, 'scheme'>;
type Parameters = ReadonlyMap<string, string>;

function canonical(scheme: string): string {
  return SAME_SCHEME[scheme] ?? scheme;
}

function readPlain(scheme: string, path: string, parameters: Parameters): Body {
  // SEP-7 has the address in the query: web+stellar:pay?destination=G…
  const address = parameters.get('destination') ?? path.replace(/^transfer\//, '');
  return {
    address: scheme === 'bitcoincash' && !address.includes(':') ? `bitcoincash:${address}` : address,
    chainId: null,
    contractAddress: parameters.get('spl-token') ?? parameters.get('token') ?? null,
    amount: decimal(parameters.get('amount') ?? parameters.get('tx_amount')),
    units: null,
    memo: parameters.get('dt') ?? parameters.get('memo') ?? parameters.get('tag') ?? null,
  };
}

/** EIP-681: `ethereum:[pay-]target[@chain][/transfer]?value=…` or, for tokens, `address` and `uint256` in the query. */
function readEthereum(path: string, parameters: Parameters): Body {
  const [, target = '', chain, call] = /^(?:pay-)?([^@/]*)(?:@(\d{1,12}))?(?:\/(\w+))?$/.exec(path) ?? [];
  const isToken = call === 'transfer';
  return {
    address: isToken ? (parameters.get('address') ?? '') : call === undefined ? target : '',
    chainId: chain === undefined ? null : Number(chain),
    contractAddress: isToken ? target : null,
    amount: null,
    units: units(parameters.get(isToken ? 'uint256' : 'value')),
    memo: null,
  };
}

function readTon(path: string, parameters: Parameters): Body {
  return {
    address: path.replace(/^transfer\//, ''),
    chainId: null,
    contractAddress: parameters.get('jetton') ?? null,
    amount: null,
    units: units(parameters.get('amount')),
    memo: parameters.get('text') ?? null,
  };
}

function readAlgorand(path: string, parameters: Parameters): Body {
  return {
    address: path,
    chainId: null,
    contractAddress: parameters.get('asset') ?? null,
    amount: null,
    units: units(parameters.get('amount')),
    memo: parameters.get('xnote') ?? parameters.get('note') ?? null,
  };
}

function readQuery(query: string): Parameters {
  const pairs = query.split('&').map((pair): [string, string | null] => {
    const [name = '', ...rest] = pair.split('=');
    return [name.toLowerCase(), decode(rest.join('=').replaceAll('+', ' '))];
  });
  return new Map(pairs.filter((pair): pair is [string, string] => Boolean(pair[1])));
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Returns a positive decimal without trailing zeros; null for other text. */
function decimal(text: string | undefined): Decimal | null {
  if (!isDecimal(text)) return null;
  const value = amount(text);
  return value.gt(amount('0')) ? toDecimal(value) : null;
}

/** EIP-681 allows `2.014e18`; null if it is not a whole number of base units. */
function units(text: string | undefined): string | null {
  const match = /^(\d{1,40})(?:\.(\d{1,40}))?(?:e\+?(\d{1,2}))?$/i.exec(text ?? '');
  if (!match) return null;
  const [, integer = '', fraction = '', exponent = '0'] = match;
  const zeros = Number(exponent) - fraction.length;
  if (zeros < 0) return null;
  const whole = BigInt(`${integer}${fraction}${'0'.repeat(zeros)}`);
  return whole > 0n ? whole.toString() : null;
}

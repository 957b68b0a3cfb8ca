import { amount, isDecimal, toDecimal, type Decimal } from '../money.ts';

/**
 * Why a payment request must not be used (D84). REQUIRED: a `req-` parameter that we do not know. REPEATED: a parameter has two values.
 * UNREADABLE: a value that the standard does not allow. UNSUPPORTED: it asks for what this exchange does not pay.
 */
export interface RequestFault {
  kind: 'REQUIRED' | 'REPEATED' | 'UNREADABLE' | 'UNSUPPORTED';
  parameter: string;
}

/** What a payment request asks for. */
export interface RequestBody {
  address: string;
  /** CAIP-2 identifier; null: the request names none */
  chain: string | null;
  /** The requested token; null for the native coin */
  contractAddress: string | null;
  /** The code of a Stellar token, whose issuer has several; null for others */
  assetCode: string | null;
  /** In whole coins; null if missing or in base units */
  amount: Decimal | null;
  /** In base units (wei, nanotons, microalgos); null if missing or in whole coins */
  units: string | null;
  memo: string | null;
  fault: RequestFault | null;
}

/** Parameters of a request by lower-case name, each with all its values; null: not decodable */
export type Parameters = ReadonlyMap<string, readonly (string | null)[]>;

/** How one standard is read. It sees no parameter of another one. */
interface Standard {
  /** The network family whose addresses it has */
  family: string;
  read: (path: string, parameters: Parameters) => Partial<RequestBody>;
  /** Parameters that the standard allows more than once */
  repeatable?: readonly string[];
  /** Parameters of the standard that change payee, coin or amount in a way that we do not follow */
  unsupported?: readonly string[];
}

const BIP21 = {
  read: (path: string, parameters: Parameters) => ({ address: path, ...inCoins(parameters, 'amount') }),
};

/** XLS-2, and the links that wallets write: `xrpl:r…?amount=10&dt=7`. */
const XRPL: Standard = {
  family: 'ripple',
  read(path, parameters) {
    const currency = valueOf(parameters, 'currency') ?? 'XRP';
    const network = valueOf(parameters, 'network') ?? 'XRPL';
    return {
      address: path,
      contractAddress: currency === 'XRP' ? null : `${currency}.${valueOf(parameters, 'issuer') ?? ''}`,
      ...inCoins(parameters, 'amount'),
      ...memoIn(parameters, 'dt', 'tag'),
      ...(/^(?:xrpl|mainnet)$/i.test(network) ? {} : faulty('UNSUPPORTED', 'network')),
    };
  },
};

const STELLAR: Standard = { family: 'stellar', read: readStellar };

/** The schemes that we read, by their name. */
export const STANDARDS = new Map<string, Standard>([
  // BIP 21 and 321. A request without an address in its path may have one in `bc`.
  [
    'bitcoin',
    {
      family: 'bitcoin',
      read: (path, parameters) => BIP21.read(path || (valueOf(parameters, 'bc') ?? ''), parameters),
      repeatable: ['bc', 'lightning', 'lno', 'sp'],
    },
  ],
  ['litecoin', { family: 'litecoin', ...BIP21 }],
  ['dogecoin', { family: 'dogecoin', ...BIP21 }],
  ['dash', { family: 'dash', ...BIP21 }],
  [
    'bitcoincash',
    { family: 'bitcoincash', read: (path, parameters) => BIP21.read(`bitcoincash:${inOneCase(path)}`, parameters) },
  ],
  ['zcash', { family: 'zcash', read: readZcash, unsupported: ['memo'] }],
  // CIP-13.
  ['web+cardano', { family: 'cardano', ...BIP21 }],
  [
    'monero',
    {
      family: 'monero',
      read: (path, parameters) => ({ address: path, ...inCoins(parameters, 'tx_amount') }),
      unsupported: ['tx_payment_id'],
    },
  ],
  ['ethereum', { family: 'evm', read: readEthereum }],
  [
    'solana',
    {
      family: 'solana',
      read: (path, parameters) => ({
        address: path,
        contractAddress: valueOf(parameters, 'spl-token'),
        ...inCoins(parameters, 'amount'),
        ...memoIn(parameters, 'memo'),
      }),
      repeatable: ['reference'],
    },
  ],
  // No document of TRON: what its wallets write.
  [
    'tron',
    {
      family: 'tron',
      read: (path, parameters) => ({
        address: path,
        contractAddress: valueOf(parameters, 'token'),
        ...inCoins(parameters, 'amount'),
      }),
    },
  ],
  ['xrpl', XRPL],
  ['ripple', XRPL],
  ['web+ripple', XRPL],
  ['stellar', STELLAR],
  ['web+stellar', STELLAR],
  [
    'ton',
    {
      family: 'ton',
      read: (path, parameters) => ({
        address: path.replace(/^transfer\//, ''),
        contractAddress: valueOf(parameters, 'jetton'),
        ...inUnits(parameters, 'amount'),
        ...memoIn(parameters, 'text'),
      }),
      unsupported: ['bin', 'init', 'stateinit'],
    },
  ],
  [
    'algorand',
    {
      family: 'algorand',
      read: (path, parameters) => ({
        address: path,
        contractAddress: valueOf(parameters, 'asset'),
        ...inUnits(parameters, 'amount'),
        ...memoIn(parameters, 'xnote', 'note'),
      }),
    },
  ],
]);

/** Returns the first reason against the parameters as such; null: none. */
export function findFault({ repeatable = [], unsupported = [] }: Standard, parameters: Parameters): RequestFault | null {
  for (const [parameter, values] of parameters) {
    if (parameter.startsWith('req-')) return { kind: 'REQUIRED', parameter };
    if (unsupported.includes(parameter)) return { kind: 'UNSUPPORTED', parameter };
    if (values.length > 1 && !repeatable.includes(parameter)) return { kind: 'REPEATED', parameter };
    if (values.includes(null)) return { kind: 'UNREADABLE', parameter };
  }
  return null;
}

const NATIVE = 'native';
const PUBLIC_NETWORK = 'Public Global Stellar Network ; September 2015';

/** SEP-7: `web+stellar:pay?destination=G…`. Some wallets write the account in the path. */
function readStellar(path: string, parameters: Parameters): Partial<RequestBody> {
  const isPay = path === 'pay' || path === '';
  if (path === 'tx') return { address: path, ...faulty('UNSUPPORTED', 'tx') };
  const code = valueOf(parameters, 'asset_code') ?? NATIVE;
  const issuer = valueOf(parameters, 'asset_issuer');
  const isNative = issuer === null && (code === NATIVE || code === 'XLM');
  const passphrase = valueOf(parameters, 'network_passphrase') ?? PUBLIC_NETWORK;
  return {
    address: isPay ? (valueOf(parameters, 'destination') ?? '') : path,
    contractAddress: isNative ? null : (issuer ?? code),
    assetCode: isNative ? null : code,
    ...inCoins(parameters, 'amount'),
    ...stellarMemo(parameters),
    ...(passphrase === PUBLIC_NETWORK ? {} : faulty('UNSUPPORTED', 'network_passphrase')),
  };
}

function stellarMemo(parameters: Parameters): Partial<RequestBody> {
  const memo = valueOf(parameters, 'memo');
  const type = valueOf(parameters, 'memo_type') ?? 'MEMO_TEXT';
  if (memo === null || type === 'MEMO_TEXT') return { memo };
  if (type === 'MEMO_ID') return /^\d{1,20}$/.test(memo) ? { memo } : faulty('UNREADABLE', 'memo');
  if (type !== 'MEMO_HASH') return faulty('UNSUPPORTED', 'memo_type');
  // 32 bytes in base64. A host takes them in hex.
  if (!/^[A-Za-z0-9+/]{43}=$/.test(memo)) return faulty('UNREADABLE', 'memo');
  return { memo: Array.from(atob(memo), (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('') };
}

/** ZIP 321. A further payee has a number behind each of its parameters. */
function readZcash(path: string, parameters: Parameters): Partial<RequestBody> {
  const further = [...parameters.keys()].find((name) => /^(?:address|amount|memo)\.\d+$/.test(name));
  const address = valueOf(parameters, 'address');
  return {
    address: path || (address ?? ''),
    ...inCoins(parameters, 'amount'),
    ...(further === undefined ? {} : faulty('UNSUPPORTED', further)),
    ...(path !== '' && address !== null && faulty('REPEATED', 'address')),
  };
}

/** EIP-681: `ethereum:[pay-]target[@chain][/transfer]?value=…` or, for tokens, `address` and `uint256` in the query. */
function readEthereum(path: string, parameters: Parameters): Partial<RequestBody> {
  const [, target = '', chainId, call] = /^(?:pay-)?([^@/]*)(?:@([^/]*))?(?:\/(.*))?$/.exec(path) ?? [];
  const chain = chainId === undefined ? null : evmChain(Number(chainId));
  if (chainId !== undefined && !/^\d{1,12}$/.test(chainId)) return { address: target, ...faulty('UNREADABLE', 'chain') };
  if (call === undefined) return { address: target, chain, ...inUnits(parameters, 'value') };
  if (call !== 'transfer') return { address: target, chain, ...faulty('UNSUPPORTED', call.slice(0, 40)) };
  const address = valueOf(parameters, 'address');
  return {
    address: address ?? target,
    chain,
    contractAddress: target,
    ...inUnits(parameters, 'uint256'),
    ...(valueOf(parameters, 'value') !== null && faulty('UNSUPPORTED', 'value')),
    ...(address === null && faulty('UNREADABLE', 'address')),
  };
}

/** CashAddr has one case throughout. QR codes are smaller in capital letters. */
function inOneCase(path: string): string {
  return path === path.toUpperCase() ? path.toLowerCase() : path;
}

function valueOf(parameters: Parameters, name: string): string | null {
  return parameters.get(name)?.[0] || null;
}

function faulty(kind: RequestFault['kind'], parameter: string): { fault: RequestFault } {
  return { fault: { kind, parameter } };
}

/** An amount in whole coins. Zero asks for no amount. */
function inCoins(parameters: Parameters, name: string): Partial<RequestBody> {
  const text = valueOf(parameters, name);
  if (text === null) return {};
  if (!isDecimal(text)) return faulty('UNREADABLE', name);
  const value = amount(text);
  return value.gt(amount('0')) ? { amount: toDecimal(value) } : value.eq(amount('0')) ? {} : faulty('UNREADABLE', name);
}

/** An amount in base units. EIP-681 allows `2.014e18`. */
function inUnits(parameters: Parameters, name: string): Partial<RequestBody> {
  const text = valueOf(parameters, name);
  if (text === null) return {};
  const [, integer, fraction = '', exponent = '0'] = /^(\d{1,40})(?:\.(\d{1,40}))?(?:e\+?(\d{1,2}))?$/i.exec(text) ?? [];
  const zeros = Number(exponent) - fraction.length;
  if (integer === undefined || zeros < 0) return faulty('UNREADABLE', name);
  const units = BigInt(`${integer}${fraction}${'0'.repeat(zeros)}`);
  return units > 0n ? { units: units.toString() } : {};
}

/** A memo. A standard may have two names for it, which must not differ. */
function memoIn(parameters: Parameters, ...names: readonly string[]): Partial<RequestBody> {
  const [memo = null, ...others] = names.map((name) => valueOf(parameters, name)).filter((value) => value !== null);
  return others.some((other) => other !== memo) ? faulty('REPEATED', names[0] ?? '') : { memo };
}

/** Returns the CAIP-2 identifier of an EVM chain id. */
export function evmChain(chainId: number): string {
  return `eip155:${chainId}`;
}

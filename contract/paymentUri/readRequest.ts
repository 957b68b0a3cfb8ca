import { cleanMachineText } from '../input/machineText.ts';
import { findFault, type Parameters, type RequestBody, STANDARDS } from './paymentStandards.ts';

/** A parsed payment request, or an address with the chain in front of it. */
export interface PaymentUri extends RequestBody {
  scheme: string;
  /** The network family of the scheme; null: `chain` says all */
  family: string | null;
}

const ADDRESS = /^[A-Za-z0-9._:-]{8,256}$/;
/** What a request without any parameter asks for */
export const EMPTY: RequestBody = {
  address: '',
  chain: null,
  contractAddress: null,
  assetCode: null,
  amount: null,
  units: null,
  memo: null,
  fault: null,
};

/** Parses a payment request by the standard of its scheme (D84). Returns null for other text. */
export function readRequest(text: string): PaymentUri | null {
  const match = /^([a-z][a-z0-9+.-]{1,30}):(?:\/\/)?([^?#]*)(?:\?([^#]*))?$/i.exec(cleanMachineText(text));
  const scheme = (match?.[1] ?? '').toLowerCase();
  const standard = STANDARDS.get(scheme);
  if (!match || !standard) return null;
  const path = decode(match[2] ?? '');
  const parameters = readQuery(match[3] ?? '');
  const body = path === null ? {} : standard.read(path, parameters);
  const fault = findFault(standard, parameters) ?? body.fault ?? null;
  const uri = { ...EMPTY, ...body, fault, scheme, family: standard.family };
  if (ADDRESS.test(uri.address)) return uri;
  // A request for more than one payee, or for a link, is one that we can't follow. Without any payee it is none.
  if (fault !== null) return uri;
  return /[;/]/.test(path ?? '') ? { ...uri, fault: { kind: 'UNSUPPORTED', parameter: 'address' } } : null;
}

function readQuery(query: string): Parameters {
  const parameters = new Map<string, (string | null)[]>();
  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [name = '', ...rest] = pair.split('=');
    const key = (decode(name) ?? name).toLowerCase();
    // A plus is itself: these standards follow RFC 3986, not the encoding of forms.
    parameters.set(key, [...(parameters.get(key) ?? []), decode(rest.join('='))]);
  }
  return parameters;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

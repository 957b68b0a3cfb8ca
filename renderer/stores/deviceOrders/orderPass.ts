import { cleanMachineText } from '../../../contract/input/machineText.ts';
/**
 * The order pass (D3) gives full control of an order on another device, as a file, a QR code or a link. In a link only the
 * fragment contains the secret. Browsers do not send fragments, so it reaches no server and no log.
 */
export interface OrderPass {
  orderId: string;
  destinationAddress: string;
  /** 256 random bits, base64url */
  token: string;
}

export const ORDER_ID = /^[A-Za-z0-9_-]{22}$/;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;
export const ADDRESS = /^[\x21-\x7e]{1,256}$/;
const FRAGMENT = /^#pass=([A-Za-z0-9_-]{43})$/;
const KIND = 'order-pass';
/** Maximum length of a pass, in characters. */
const MAX_LENGTH = 20_000;

/** Returns the path of an order's page without its language prefix, with the pass as fragment if input. */
export function orderPath({ orderId, destinationAddress, token }: Omit<OrderPass, 'token'> & { token?: string }): string {
  const query = new URLSearchParams({ destinationAddress });
  return `/order/${orderId}?${query.toString()}${token === undefined ? '' : `#pass=${token}`}`;
}

/** Returns the token in an URL fragment, or null when there is none or it is invalid. */
export function tokenOfFragment(fragment: string): string | null {
  return FRAGMENT.exec(fragment)?.[1] ?? null;
}

/** Returns the pass file as readable JSON. `about` explains the file, and `link` is the URL with the secret. */
export function writePassFile(
  { orderId, destinationAddress, token }: OrderPass,
  texts: { about: string; exchange: string; createdAt: string; link: string },
): string {
  const { about, exchange, createdAt, link } = texts;
  const file = { about, exchange, createdAt, link, kind: KIND, version: 1, orderId, destinationAddress, pass: token };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads the text of a pass file or a link. Returns null when it is neither. */
export function readPass(text: string): OrderPass | null {
  const input = text.trim();
  if (input === '' || input.length > MAX_LENGTH) return null;
  return input.startsWith('{') ? readFile(input) : readLink(cleanMachineText(input));
}

function readFile(text: string): OrderPass | null {
  try {
    const file: unknown = JSON.parse(text);
    if (typeof file !== 'object' || file === null || !('kind' in file) || file.kind !== KIND) return null;
    const { orderId, destinationAddress, pass } = { orderId: null, destinationAddress: null, pass: null, ...file };
    return checked({ orderId, destinationAddress, token: pass });
  } catch {
    return null;
  }
}

function readLink(text: string): OrderPass | null {
  // The host of the link does not matter: only its parts are read, and it is never opened.
  if (!URL.canParse(text, 'https://pass.invalid')) return null;
  const { pathname, searchParams, hash } = new URL(text, 'https://pass.invalid');
  const orderId = /\/order\/([^/]+)$/.exec(pathname)?.[1];
  return checked({ orderId, destinationAddress: searchParams.get('destinationAddress'), token: tokenOfFragment(hash) });
}

/** Returns the pass if every part has the required format, else null. */
export function checked(pass: Record<keyof OrderPass, unknown>): OrderPass | null {
  const { orderId, destinationAddress, token } = pass;
  if (typeof orderId !== 'string' || typeof destinationAddress !== 'string' || typeof token !== 'string') return null;
  const isValid = ORDER_ID.test(orderId) && ADDRESS.test(destinationAddress) && TOKEN.test(token);
  return isValid ? { orderId, destinationAddress, token } : null;
}

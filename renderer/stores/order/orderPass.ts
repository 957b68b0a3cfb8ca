/**
 * The order pass (D3): what gives full power over an order on another device, as a file, a QR code or a link. Of the link
 * only the fragment carries the secret: browsers keep fragments to themselves, so it reaches no server and no log.
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
/** No pass is longer; what is gets no further than this. Characters. */
const LONGEST = 20_000;

/** The path of an order's page without its language, with its fragment where a pass is given. */
export function orderPath({ orderId, destinationAddress, token }: Omit<OrderPass, 'token'> & { token?: string }): string {
  const query = new URLSearchParams({ destinationAddress });
  return `/order/${orderId}?${query.toString()}${token === undefined ? '' : `#pass=${token}`}`;
}

/** The secret of an address's fragment; null when there is none, or when it is spoiled. */
export function tokenOfFragment(fragment: string): string | null {
  return FRAGMENT.exec(fragment)?.[1] ?? null;
}

/** The file: JSON that a person can read. `about` says what it is, `link` is the whole address with the secret. */
export function writePassFile(
  { orderId, destinationAddress, token }: OrderPass,
  words: { about: string; exchange: string; createdAt: string; link: string },
): string {
  const { about, exchange, createdAt, link } = words;
  const file = { about, exchange, createdAt, link, kind: KIND, version: 1, orderId, destinationAddress, pass: token };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads what a customer gives: the file's text, or the link. Null when it is neither. */
export function readPass(text: string): OrderPass | null {
  const given = text.trim();
  if (given === '' || given.length > LONGEST) return null;
  return given.startsWith('{') ? readFile(given) : readLink(given);
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
  // A link of any host: only its parts count, and where it leads is never opened.
  if (!URL.canParse(text, 'https://pass.invalid')) return null;
  const { pathname, searchParams, hash } = new URL(text, 'https://pass.invalid');
  const orderId = /\/order\/([^/]+)$/.exec(pathname)?.[1];
  return checked({ orderId, destinationAddress: searchParams.get('destinationAddress'), token: tokenOfFragment(hash) });
}

/** What came from outside, if every part has the shape it must have. */
export function checked(pass: Record<keyof OrderPass, unknown>): OrderPass | null {
  const { orderId, destinationAddress, token } = pass;
  if (typeof orderId !== 'string' || typeof destinationAddress !== 'string' || typeof token !== 'string') return null;
  const isWhole = ORDER_ID.test(orderId) && ADDRESS.test(destinationAddress) && TOKEN.test(token);
  return isWhole ? { orderId, destinationAddress, token } : null;
}

import { isDecimal, isPositive, type Decimal } from '../../../contract/money.ts';

/** The values of an exchange URL; null where one is missing or invalid. */
export interface AddressOpening {
  send: string | null;
  receive: string | null;
  amount: Decimal | null;
}

const SLUG = /^[a-z0-9]{1,32}$/;
const PAIR_PATH = /^exchange-([a-z0-9]{1,32})-([a-z0-9]{1,32})$/;

/** Returns the pair of "exchange-btc-usdttrc20"; null for any other path segment. A slug contains no hyphen (D15). */
export function readPairPath(segment: string): { send: string; receive: string } | null {
  const match = PAIR_PATH.exec(segment);
  return match?.[1] && match[2] ? { send: match[1], receive: match[2] } : null;
}

/**
 * Reads send, receive, amount and coin (§2). `coin` is the instrument to receive if `receive` is missing. An invalid amount
 * (§5) is ignored.
 */
export function readQuery(query: URLSearchParams): AddressOpening {
  const slug = (name: string): string | null => {
    const text = query.get(name)?.toLowerCase() ?? '';
    return SLUG.test(text) ? text : null;
  };
  const amount = query.get('amount');
  return {
    send: slug('send'),
    receive: slug('receive') ?? slug('coin'),
    amount: isDecimal(amount) && isPositive(amount) ? amount : null,
  };
}

/** Returns the query that restores the form. Other parameters such as `ref` are preserved; `coin` is removed. */
export function writeQuery(
  before: string,
  { send, receive, amount }: { send: string; receive: string; amount: Decimal | null },
): string {
  const query = new URLSearchParams(before);
  query.delete('coin');
  query.set('send', send);
  query.set('receive', receive);
  if (amount === null) query.delete('amount');
  else query.set('amount', amount);
  return query.toString();
}

import { isDecimal, isPositive, type Decimal } from '../../../contract/money.ts';

/** What an exchange address says; null where it says nothing, or nothing that can be meant. */
export interface AddressOpening {
  send: string | null;
  receive: string | null;
  amount: Decimal | null;
}

const SLUG = /^[a-z0-9]{1,32}$/;
const PAIR_PATH = /^exchange-([a-z0-9]{1,32})-([a-z0-9]{1,32})$/;

/** The pair of "exchange-btc-usdttrc20"; null for any other path segment (D15: there is no hyphen in a slug). */
export function readPairPath(segment: string): { send: string; receive: string } | null {
  const match = PAIR_PATH.exec(segment);
  return match?.[1] && match[2] ? { send: match[1], receive: match[2] } : null;
}

/**
 * Reads send, receive, amount and coin (§2). `coin` is what is to be received where `receive` does not say it. An amount
 * that is no valid number (§5) is as none.
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

/** The query that leads back to the form as it is; what else was in it (`ref`) stays, `coin` has done its work. */
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

import type { Catalogue } from '../instruments/catalogue.ts';
import { VENUE_PART } from '../payments/alarms.ts';

/**
 * The names of the objects that reconciliation checks. Each is read on its own, and its findings are stored under its name, so
 * that only a check of the same object can remove them.
 */
export const OBJECT = {
  ledger: 'ledger',
  capital: 'capital',
  acts: 'acts',
  outflows: 'outflows',
  earnings: (day: number) => `earnings:${day}`,
  reports: (day: number) => `reports:${day}`,
  indexes: 'indexes',
  unattributed: 'unattributed',
  venue: (name: string) => `venue:${name}`,
  treasury: (instrument: string) => `treasury:${instrument}`,
  order: (orderId: string) => `order:${orderId}`,
  customer: (userId: number) => `customer:${userId}`,
  unused: (instrument: string) => `unused:${instrument}`,
  address: (orderId: string, instrument: string) => `address:${orderId}:${instrument}`,
  deposits: (orderId: string, network: string) => `deposits:${orderId}:${network}`,
  send: (network: string, outboxId: string) => `send:${network}:${outboxId}`,
  transfer: (network: string, idempotencyKey: string) => `transfer:${network}:${idempotencyKey}`,
} as const;

/** Splits a name into its kind and its parts. Only the last part of a name may contain colons. */
export function parseObject(object: string): { kind: string; first: string; second: string } {
  const [kind = '', first = '', ...rest] = object.split(':');
  return { kind, first, second: rest.join(':') };
}

const NETWORK_KINDS: readonly string[] = ['treasury', 'unused', 'address', 'deposits', 'send', 'transfer', 'venue'];

/** Returns whether a network or an exchange takes part in the check of the object. Others need only the database. */
export function isOnNetwork(object: string): boolean {
  return NETWORK_KINDS.includes(parseObject(object).kind);
}

/** Returns what the object is, for operators. */
export function describeObject(object: string): string {
  const { kind, first, second } = parseObject(object);
  switch (kind) {
    case 'treasury':
      return `the treasury of ${first}`;
    case 'indexes':
      return 'the counter of deposit addresses';
    case 'unused':
      return `the ${first} at addresses that no order has`;
    case 'order':
      return `order ${first}`;
    case 'customer':
      return `customer ${first}`;
    case 'address':
      return `the ${second} at the deposit address of order ${first}`;
    case 'deposits':
      return `the deposits of order ${first} on ${second}`;
    case 'send':
      return `send ${second} on ${first}`;
    case 'transfer':
      return `transfer ${second} on ${first}`;
    case 'venue':
      return `our account at ${first}`;
    case 'unattributed':
      return 'the unattributed deposits';
    case 'outflows':
      return 'what the caps count';
    case 'earnings':
      return `the earnings of ${new Date(Number(first)).toISOString().slice(0, 10)}`;
    case 'reports':
      return `the sums of ${new Date(Number(first)).toISOString().slice(0, 10)}`;
    case 'acts':
      return 'the record of operators’ acts';
    default:
      return `the ${kind}`;
  }
}

/** Returns the kind of the object with its coin or network, without the ids of orders and customers: health is public. */
export function groupOfObject(object: string): string {
  const { kind, first, second } = parseObject(object);
  switch (kind) {
    case 'order':
      return 'orders';
    case 'customer':
      return 'customers';
    case 'earnings':
    case 'reports':
      return kind;
    case 'unused':
      return `unused addresses ${first}`;
    case 'address':
      return `deposit addresses ${second}`;
    case 'deposits':
      return `deposits ${second}`;
    case 'send':
    case 'transfer':
      return `sends ${first}`;
    default:
      return first === '' ? kind : `${kind} ${first}`;
  }
}

/** Returns the part of the exchange that an alarm about an object concerns: the slug of a network, EARNINGS, VENUE, or ALL. */
export function partOf({ instruments }: Pick<Catalogue, 'instruments'>, object: string, key: string): string {
  const { kind, first, second } = parseObject(object);
  if (kind === 'customer' || kind === 'earnings' || key.startsWith('earning:')) return 'EARNINGS';
  switch (kind) {
    case 'treasury':
    case 'unused':
      return instruments.get(first)?.network ?? 'ALL';
    case 'address':
      return instruments.get(second)?.network ?? 'ALL';
    case 'deposits':
      return second;
    case 'send':
    case 'transfer':
      return first;
    case 'venue':
      return VENUE_PART;
    default:
      return 'ALL';
  }
}

import type { OrdersInput } from '../../contract/console/search.ts';
import { startPostgres } from '../../scripts/postgres.ts';
import { readWaiting } from '../../server/console/waiting.ts';
import { openPostgresDatabase } from '../../server/db/postgres.ts';
import { listOrders } from '../../server/operator/search/listOrders.ts';
import { search } from '../../server/operator/search/search.ts';
import { completeOrder } from '../../server/orders/testing/hostActions.ts';
import { startOrderHost, type OrderHost } from '../../server/orders/testing/orderHost.ts';
import { sampleUser } from '../../tests/support/samples/sampleUser.ts';
import { repeat, spread, type Figure } from '../measure.ts';
import { addConsoleOrders, addWaiting, orderText, USER_ID } from './consoleOrders.ts';

const TIMES = 20;
const WAITING = 10_000;
/** What an operator does not notice as waiting */
const LIMIT_MS = 300;
const SCOPES = ['orders.read', 'customers'] as const;
const FEES = new Map([['btc', '0.00003']]);
const PAGE = 50;

/** Measures search, the list of orders and the list of what waits among `size` orders, on both databases. */
export async function measureConsole(size: number): Promise<Figure[]> {
  const figures = await onHost('SQLite', await startOrderHost(), size);
  const postgres = await startPostgres({ isDurable: true });
  try {
    const url = await postgres.createDatabase();
    const store = { open: () => openPostgresDatabase(url, { hasTimeouts: false }), remove: () => undefined };
    return [...figures, ...(await onHost('PostgreSQL', await startOrderHost({}, store), size))];
  } finally {
    await postgres.stop();
  }
}

async function onHost(database: string, host: OrderHost, size: number): Promise<Figure[]> {
  try {
    const user = sampleUser({ id: USER_ID, email: 'bench@example.com', email_key: 'bench@example.com' }, host.context.now());
    await host.database.insertInto('users').values(user).execute();
    const { order } = await completeOrder(host);
    await addConsoleOrders(host.database, { orderId: order.orderId, count: size, before: host.context.now() });
    await addWaiting(host.database, { orderId: order.orderId, count: WAITING });
    const figures: Figure[] = [];
    for (const [name, read] of Object.entries(readsOf(host, size))) {
      let number = 0;
      const times = await repeat(TIMES, async () => {
        // Far from each other, so that each reads other pages of the database.
        number = 1 + ((number + 7_919_777) % size);
        const began = performance.now();
        await read(number);
        return performance.now() - began;
      });
      figures.push({
        name: `${name}, ${database}`,
        unit: 'ms',
        ours: Math.max(...times),
        floor: null,
        target: { kind: 'atMost', value: LIMIT_MS },
        note: `among ${size} orders; the slowest ${spread(times)}`,
      });
    }
    return figures;
  } finally {
    await host.close();
  }
}

/** Each reads something else for each number from 1 to `size`. They throw if they find something else than what is stored. */
function readsOf({ context }: OrderHost, size: number): Record<string, (number: number) => Promise<void>> {
  const finds = (kind: Parameters<typeof orderText>[0]) => async (number: number) => {
    const { orders } = await search(context, SCOPES, orderText(kind, number));
    require(orders.length === 1, `a search by ${kind} found ${orders.length} orders`);
  };
  const lists = (count: number, input: OrdersInput) => async () => {
    const { orders } = await listOrders(context, input);
    require(orders.length === Math.min(count, size), `the list has ${orders.length} orders`);
  };
  return {
    'search by id': finds('id'),
    'search by destination': finds('destination'),
    'search by deposit address': finds('deposit'),
    'search by refund address': finds('refund'),
    'search by hash of a deposit': finds('deposit hash'),
    'search by hash of a payment': finds('payment hash'),
    'search by e-mail': finds('e-mail'),
    'search by customer number': async () => {
      const { orders, customers } = await search(context, SCOPES, String(USER_ID));
      require(customers.length === 1 && orders.length === 20, `a customer has ${orders.length} orders`);
    },
    'search for nothing': async (number) => {
      const { orders } = await search(context, SCOPES, `nothing${number}`);
      require(orders.length === 0, 'a search for nothing found something');
    },
    'orders, first page': lists(PAGE, {}),
    'orders, with all filters': lists(PAGE, {
      status: 'COMPLETED',
      instrument: 'btc',
      network: 'tron',
      from: '2020-01-01T00:00:00.000Z',
      to: new Date(context.now()).toISOString(),
      leastUsd: '10',
      mostUsd: '9000',
    }),
    'orders, with filters that none passes': lists(0, { status: 'REFUNDED', instrument: 'xrp', leastUsd: '100000' }),
    [`first page of ${WAITING} waiting items`]: async () => {
      const { lists: waiting } = await readWaiting(context, ['orders.read'], {}, FEES);
      const count = waiting.reduce((sum, list) => sum + list.count, 0);
      require(count === WAITING, `${count} items wait`);
    },
  };
}

function require(isRight: boolean, otherwise: string): asserts isRight {
  if (!isRight) throw new Error(otherwise);
}

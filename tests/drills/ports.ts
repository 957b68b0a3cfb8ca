import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxBreakInput } from '../../contract/schemas/sandbox.ts';
import { howMany, type Drill } from './drill.ts';
import { callApi } from './support/callApi.ts';
import { networkOf, persist, type Plan } from './support/customer.ts';
import { openExchange } from './support/exchange.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 60;
const SHORT = 5;
const NAME = 'ports';

type Break = readonly [SandboxBreakInput['mode'], string];

const MARKET = 'market';
const NETWORK_BREAKS: readonly [Break, ...Break[]] = [
  ['down', 'does not answer'],
  ['slow', 'takes seconds for every answer'],
  ['refuse', 'refuses payments'],
  ['lossy', 'loses its answers to payments'],
  ['lag', 'shows an old height'],
  ['stuck', 'takes no transaction into a block'],
  ['overstate', 'shows balances that are not there'],
  ['invent', 'shows a payment that nobody made'],
  ['hide', 'hides payments'],
];
const MARKET_BREAKS: readonly [Break, ...Break[]] = [
  ['down', 'has no prices'],
  ['stale', 'shows old prices'],
  ['jump', 'shows prices that jumped'],
];

/** What these customers depend on: the networks on which they pay, with the market as the second, and those on which they are paid. */
function portsOf(plans: readonly Plan[]): { ports: string[]; least: number } {
  const networksOf = (instruments: string[]) => [...new Set(instruments.map((slug) => networkOf(slug).slug))];
  const [first = MARKET, ...others] = networksOf(plans.map(({ from }) => from));
  const least = [first, MARKET, ...others];
  return { ports: [...new Set([...least, ...networksOf(plans.map(({ to }) => to))])], least: least.length };
}

/** Networks and the market go wrong while customers swap, in every way that the sandbox knows. */
export const portsDrill: Drill = {
  summary: `networks and the market slow, wrong and down, again and again, under ${FULL} swaps`,
  run: async (options) => {
    const count = howMany(options, { full: FULL, short: SHORT });
    const exchange = await openExchange({ databaseUrl: null, processes: 1 });
    try {
      options.log(`${NAME}: ${count} customers, one server`);
      return await liveThrough(options, {
        exchange,
        name: NAME,
        count,
        disturb: async (world, { random, plans, isOver }) => {
          const { ports, least } = portsOf(plans);
          const faults = Math.max(least, Math.round(count / 3));
          let fault = 0;
          for (; fault < faults && !isOver(); fault += 1) {
            const port = ports[fault % ports.length] ?? MARKET;
            const [mode, words] = random.pick(port === MARKET ? MARKET_BREAKS : NETWORK_BREAKS);
            options.log(`${NAME}: ${port} ${words}`);
            await persist(world, (url) => callApi(url, 'sandbox.break', { port, mode }));
            await wait(random.between(1_000, 4_000));
            // Half of the networks stay broken while the next one breaks too.
            if (random.next() < 0.5) await persist(world, (url) => callApi(url, 'sandbox.mend', { port }));
          }
          await persist(world, (url) => callApi(url, 'sandbox.mend', {}));
          options.log(`${NAME}: everything is mended`);
          return fault;
        },
      });
    } finally {
      await exchange.close();
    }
  },
};

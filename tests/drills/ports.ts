import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxBreakInput } from '../../contract/schemas/sandbox.ts';
import { howMany, type Drill } from './drill.ts';
import { callApi } from './support/callApi.ts';
import { persist } from './support/customer.ts';
import { openExchange } from './support/exchange.ts';
import { liveThrough } from './support/throughFaults.ts';

const FULL = 60;
const SHORT = 5;
const NAME = 'ports';

type Break = readonly [SandboxBreakInput['mode'], string];

/** The networks of the customers of this drill, each in every way in which an embedded one can be broken. */
const NETWORKS = ['bitcoin', 'litecoin', 'ethereum', 'tron', 'ripple', 'solana'] as const;
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

/** Networks and the market go wrong while customers swap, in every way that the sandbox knows. */
export const portsDrill: Drill = {
  summary: `networks and the market slow, wrong and down, again and again, under ${FULL} swaps`,
  run: async (options) => {
    const count = howMany(options, { full: FULL, short: SHORT });
    const faults = Math.max(4, Math.round(count / 3));
    const exchange = await openExchange({ databaseUrl: null, processes: 1 });
    try {
      options.log(`${NAME}: ${count} customers, one server; up to ${faults} faults`);
      return await liveThrough(options, {
        exchange,
        name: NAME,
        count,
        disturb: async (world, random, isOver) => {
          for (let fault = 1; fault <= faults && !isOver(); fault += 1) {
            const isMarket = fault % 5 === 0;
            const port = isMarket ? 'market' : random.pick(NETWORKS);
            const [mode, words] = random.pick(isMarket ? MARKET_BREAKS : NETWORK_BREAKS);
            options.log(`${NAME}: ${port} ${words}`);
            await persist(world, (url) => callApi(url, 'sandbox.break', { port, mode }));
            await wait(random.between(1_000, 4_000));
            // Half of the networks stay broken while the next one breaks too.
            if (random.next() < 0.5) await persist(world, (url) => callApi(url, 'sandbox.mend', { port }));
          }
          await persist(world, (url) => callApi(url, 'sandbox.mend', {}));
          options.log(`${NAME}: everything is mended`);
        },
      });
    } finally {
      await exchange.close();
    }
  },
};

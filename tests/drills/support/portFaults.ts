import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxBreakInput, SandboxReorgInput, SandboxReplaceInput } from '../../../contract/schemas/sandbox.ts';
import { callApi } from './callApi.ts';
import { catalogue, NETWORKS, networkOf, persist, SENDING_NETWORKS, type Plan, type World } from './customer.ts';

/** Something that goes wrong with a network or the market. */
export interface PortFault {
  port: string;
  /** Said after the port's name */
  words: string;
  /** Whether it happened: a block without transactions can't be thrown out. Until the port is mended. */
  begin(world: World): Promise<boolean>;
}

export const MARKET = 'market';
type Mode = SandboxBreakInput['mode'];

const NETWORK_BREAKS: readonly (readonly [Mode, string])[] = [
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
const MARKET_BREAKS: readonly (readonly [Mode, string])[] = [
  ['down', 'has no prices'],
  ['stale', 'shows old prices'],
  ['jump', 'shows prices that jumped'],
];
const REORGANISATIONS: readonly (readonly [SandboxReorgInput['fate'], string])[] = [
  ['return', 'throws blocks out, and their transactions get into others'],
  ['vanish', 'throws blocks out, and their transactions are gone'],
  ['doubleSpend', 'throws blocks out, and the customers spend their coins elsewhere'],
];
const REPLACEMENTS: readonly (readonly [SandboxReplaceInput['fate'], string])[] = [
  ['same', 'has its waiting transactions replaced by the same payments'],
  ['elsewhere', 'has the waiting payments of customers replaced by others'],
];
/** More than the tolerance of every promise, and no more than the smallest swap can bear */
const DEAR = 4;
const TRIES = 30;
const TRY_EVERY_MS = 300;

/** Every way in which every port of the drills can go wrong. */
export function everyPortFault(): PortFault[] {
  return [...[...NETWORKS].flatMap(faultsOf), ...MARKET_BREAKS.map(([mode, words]) => broken(MARKET, mode, words))];
}

/** Of each kind one, for a network on which customers pay: it and the market down, something slow, a lie, a reorganisation. */
export function aFewPortFaults(network: string): PortFault[] {
  const of = (port: string, found: readonly (readonly [Mode, string])[], mode: Mode) =>
    found.filter(([known]) => known === mode).map(([, words]) => broken(port, mode, words));
  return [
    ...(['down', 'slow', 'hide'] as const).flatMap((mode) => of(network, NETWORK_BREAKS, mode)),
    ...of(MARKET, MARKET_BREAKS, 'down'),
    ...reorganisations(network).slice(0, 1),
  ];
}

function faultsOf(network: string): PortFault[] {
  return [
    ...NETWORK_BREAKS.map(([mode, words]) => broken(network, mode, words)),
    ...reorganisations(network),
    // Nobody pays us on the others, and what we pay is replaced by nobody but us.
    ...REPLACEMENTS.filter(([fate]) => fate === 'same' || SENDING_NETWORKS.has(network)).map(([fate, words]) =>
      replaced(network, fate, words),
    ),
    dear(network),
  ];
}

const broken = (port: string, mode: Mode, words: string): PortFault => ({
  port,
  words,
  begin: async (world) => {
    await persist(world, (url) => callApi(url, 'sandbox.break', { port, mode }));
    return true;
  },
});

/** So many blocks may leave a chain without touching what counts as final. */
const depthOf = (network: string): number => (catalogue.networks.get(network)?.minConfirmations ?? 1) - 1;

/** None where a transaction is final at once. */
function reorganisations(port: string): PortFault[] {
  const blocks = depthOf(port);
  if (blocks === 0) return [];
  return REORGANISATIONS.map(([fate, words]) => ({
    port,
    words,
    begin: async (world) =>
      await untilSome(() => persist(world, (url) => callApi(url, 'sandbox.reorg', { networkSlug: port, blocks, fate }))),
  }));
}

const replaced = (port: string, fate: SandboxReplaceInput['fate'], words: string): PortFault => ({
  port,
  words,
  begin: async (world) => {
    // Blocks come so fast that otherwise nothing waits for one.
    await persist(world, (url) => callApi(url, 'sandbox.break', { port, mode: 'stuck' }));
    return await untilSome(() => persist(world, (url) => callApi(url, 'sandbox.replace', { networkSlug: port, fate })));
  },
});

const dear = (port: string): PortFault => ({
  port,
  words: `is ${DEAR} times as dear`,
  begin: async (world) => {
    await persist(world, (url) => callApi(url, 'sandbox.fees', { networkSlug: port, factor: DEAR }));
    return true;
  },
});

/** Whether some transactions were concerned, before the patience was over. */
async function untilSome(work: () => Promise<{ transactions: number }>): Promise<boolean> {
  for (let count = 0; count < TRIES; count += 1) {
    if ((await work()).transactions > 0) return true;
    await wait(TRY_EVERY_MS);
  }
  return false;
}

/** Whether a swap needs the port. */
export function needs({ from, to }: Plan, port: string): boolean {
  return port === MARKET || networkOf(from).slug === port || networkOf(to).slug === port;
}

import { setTimeout as wait } from 'node:timers/promises';
import type { SandboxBreakInput, SandboxReorgInput, SandboxReplaceInput } from '../../../contract/schemas/sandbox.ts';
import { callApi } from './callApi.ts';
import type { RealNetwork } from './realNetwork.ts';
import { catalogue, NETWORKS, networkOf, persist, SENDING_NETWORKS, type Plan, type World } from './customer.ts';

/** A simulated fault of a network or the market. */
export interface PortFault {
  port: string;
  /** Printed after the name of the port */
  words: string;
  /** Begins the fault, which lasts until the port is repaired. Returns false if it affected no transaction. */
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
  ['overstate', 'shows balances that are too high'],
  ['invent', 'shows a payment that does not exist'],
  ['hide', 'hides payments'],
];
const MARKET_BREAKS: readonly (readonly [Mode, string])[] = [
  ['down', 'has no prices'],
  ['stale', 'shows old prices'],
  ['jump', 'shows prices that jumped'],
];
const REORGANISATIONS: readonly (readonly [SandboxReorgInput['fate'], string])[] = [
  ['return', 'drops its newest blocks; other blocks include their transactions'],
  ['vanish', 'drops its newest blocks and their transactions'],
  ['doubleSpend', 'drops its newest blocks; the customers double-spend their coins'],
];
const REPLACEMENTS: readonly (readonly [SandboxReplaceInput['fate'], string])[] = [
  ['same', 'replaces its pending transactions by the same payments'],
  ['conflicting', 'replaces the pending payments of customers by conflicting ones'],
];
/** Above the tolerance of every quote, but small enough for the smallest swap. */
const FEE_FACTOR = '4';
/** For transactions to wait while blocks include none */
const PENDING_MS = 2_000;
const TRIES = 30;
const TRY_EVERY_MS = 300;

/** Returns every fault of every port of the drills. */
export function everyPortFault(): PortFault[] {
  return [...[...NETWORKS].flatMap(faultsOf), ...MARKET_BREAKS.map(([mode, words]) => broken(MARKET, mode, words))];
}

/** Returns every fault of a network of real nodes. */
export function everyFaultOf({ slug: port, faults, ownFaults = [], canReplace, reorgDepth }: RealNetwork): PortFault[] {
  const begun = (words: string, begin: () => void | Promise<void>): PortFault => ({
    port,
    words,
    begin: async () => {
      await begin();
      return true;
    },
  });
  const wordsOf = (known: readonly (readonly [string, string])[], name: string) =>
    known.find(([one]) => one === name)?.[1] ?? name;
  return [
    ...(['down', 'lossy', 'lag', 'stuck', 'invent', 'hide'] as const).map((fault) =>
      begun(wordsOf(NETWORK_BREAKS, fault), () => faults.break(fault)),
    ),
    begun('charges many times its usual fees', () => faults.break('highFees')),
    ...ownFaults.map(({ words, begin }) => begun(words, begin)),
    ...(['return', 'doubleSpend'] as const).map((fate) =>
      begun(wordsOf(REORGANISATIONS, fate), () => faults.reorganise(reorgDepth, fate)),
    ),
    ...(canReplace ? (['same', 'conflicting'] as const) : []).map((fate) =>
      begun(wordsOf(REPLACEMENTS, fate), async () => {
        await faults.break('stuck');
        await wait(PENDING_MS);
        await faults.replaceWaiting(fate);
      }),
    ),
  ];
}

/** Returns one fault of each kind for a deposit network: it or the market down, slow, an incorrect node, a reorg. */
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
    // Only payments of customers can be replaced by conflicting ones, so the network needs deposits.
    ...REPLACEMENTS.filter(([fate]) => fate === 'same' || SENDING_NETWORKS.has(network)).map(([fate, words]) =>
      replaced(network, fate, words),
    ),
    withHighFees(network),
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

/** Returns how many blocks a reorg may remove without affecting confirmed transactions. */
const depthOf = (network: string): number => (catalogue.networks.get(network)?.minConfirmations ?? 1) - 1;

/** Returns no reorgs for a network on which transactions are final immediately. */
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
    // Blocks are mined so fast that otherwise no transaction would be pending.
    await persist(world, (url) => callApi(url, 'sandbox.break', { port, mode: 'stuck' }));
    return await untilSome(() => persist(world, (url) => callApi(url, 'sandbox.replace', { networkSlug: port, fate })));
  },
});

const withHighFees = (port: string): PortFault => ({
  port,
  words: `charges ${FEE_FACTOR} times its usual fees`,
  begin: async (world) => {
    await persist(world, (url) => callApi(url, 'sandbox.fees', { networkSlug: port, factor: FEE_FACTOR }));
    return true;
  },
});

/** Repeats `work` until it affects a transaction. Returns false after `TRIES` attempts. */
async function untilSome(work: () => Promise<{ transactions: number }>): Promise<boolean> {
  for (let count = 0; count < TRIES; count += 1) {
    if ((await work()).transactions > 0) return true;
    await wait(TRY_EVERY_MS);
  }
  return false;
}

/** True when the swap uses the port. */
export function needs({ from, to }: Plan, port: string): boolean {
  return port === MARKET || networkOf(from).slug === port || networkOf(to).slug === port;
}

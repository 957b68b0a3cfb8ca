import Type from 'typebox';
import { closed } from '../../../contract/schemas/common.ts';
import { listRecoveries } from '../../db/repositories/recovery/recoveries.ts';
import { deleteSwitch, writeSwitch } from '../../db/repositories/switches.ts';
import type { SwitchTable } from '../../db/tables/operator.ts';
import { SWITCH_REASONS, SWITCH_SIDES, sidesOf } from '../../health/operatorSwitches.ts';
import { listSwitchesInEffect } from '../../health/switchesInEffect.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, type Act } from './act.ts';

const TARGETS = ['instrument', 'network'] as const;
const PAUSED = ['everything', ...TARGETS] as const;
const Slug = Type.String({ minLength: 1, maxLength: 100 });
/** A coin, a network or everything, which has no slug */
export const PLACE = { target: Type.Enum(PAUSED), slug: Type.Optional(Slug) };
const Side = { ...PLACE, side: Type.Enum(SWITCH_SIDES) };
/** Without a target: the payments of all coins */
const Payouts = { target: Type.Optional(Type.Enum(TARGETS)), slug: Type.Optional(Slug) };

export type Place = Pick<SwitchTable, 'closes' | 'target' | 'slug'>;

const TARGET_NAMES = { everything: 'EVERYTHING', instrument: 'INSTRUMENT', network: 'NETWORK' } as const;

export function isKnown({ catalogue }: OperatorContext, target: (typeof PAUSED)[number], slug: string): boolean {
  if (target === 'everything') return slug === '';
  return { instrument: catalogue.instruments, network: catalogue.networks }[target].has(slug);
}

const places = (target: (typeof PAUSED)[number], slug: string, side: (typeof SWITCH_SIDES)[number]): Place[] =>
  sidesOf(side).map((one) => ({ closes: one === 'send' ? 'SEND' : 'RECEIVE', target: TARGET_NAMES[target], slug }));

/** Returns where the payouts of the input are stopped; null if the catalogue has no such coin or network. */
function payoutsOf(
  context: OperatorContext,
  { target, slug }: { target?: (typeof TARGETS)[number]; slug?: string },
): Place | null {
  if (target === undefined || slug === undefined) return { closes: 'PAYOUTS', target: 'EVERYTHING', slug: '' };
  return isKnown(context, target, slug) ? { closes: 'PAYOUTS', target: TARGET_NAMES[target], slug } : null;
}

export async function planSwitches(
  context: OperatorContext,
  wanted: readonly Place[],
  isClosing: boolean,
  reason: string | null,
) {
  const set = (await listSwitchesInEffect(context)).filter((row) => wanted.some((place) => isSame(row, place)));
  const [first] = wanted;
  const subject = [first?.target.toLowerCase(), first?.slug].filter(Boolean).join(' ');
  return {
    subject,
    effect: {
      switches: wanted.map(({ closes, target, slug }) => ({ closes, target, slug })),
      isClosed: isClosing,
      ...(isClosing && { reason }),
    },
    versions: set.map(({ closes, set_at, set_by }) => ({ closes, set_at, set_by })),
    reason,
    execute: async (transaction: Parameters<typeof writeSwitch>[0], operator: string) => {
      for (const place of isClosing ? wanted : set) {
        if (isClosing) await writeSwitch(transaction, { ...place, reason, set_by: operator, set_at: context.now() });
        // The row may be missing: its act decides (D79).
        else await deleteSwitch(transaction, place);
      }
    },
    /** Whether any of the switches was set before */
    isSet: set.length > 0,
  };
}

const isSame = (row: Place, place: Place): boolean =>
  row.closes === place.closes && row.target === place.target && row.slug === place.slug;

/** Closes sides of a coin, of a network or of everything for new orders, with a reason that customers see. Open orders continue. */
const pause = defineAct({
  scope: 'switches',
  input: Type.Object({ ...Side, reason: Type.Enum(SWITCH_REASONS) }, closed),
  plan: async (context, { target, slug = '', side, reason }) => {
    if (!isKnown(context, target, slug)) return refuse('UNKNOWN');
    return await planSwitches(context, places(target, slug, side), true, reason);
  },
});

/** Removes an operator's closure. What the host or `operator.json` closes stays closed. */
const resume = defineAct({
  scope: 'switches',
  input: Type.Object(Side, closed),
  plan: async (context, { target, slug = '', side }) => {
    if (!isKnown(context, target, slug)) return refuse('UNKNOWN');
    const plan = await planSwitches(context, places(target, slug, side), false, null);
    return plan.isSet ? plan : refuse('NOT_CLOSED');
  },
});

/** Stops payouts, refunds and withdrawals: everywhere, on a network, or of a coin. Sweeps and the tracking of what left continue. */
const stopPayouts = defineAct({
  scope: 'switches',
  input: Type.Object({ ...Payouts, reason: Type.Union([Type.String({ maxLength: 1_000 }), Type.Null()]) }, closed),
  plan: async (context, { reason, ...where }) => {
    const place = payoutsOf(context, where);
    return place ? await planSwitches(context, [place], true, reason) : refuse('UNKNOWN');
  },
});

/** Returns the connected networks in RECOVERY on which payouts are stopped there. */
async function listInRecovery({ database, catalogue, gateways }: OperatorContext, { target, slug }: Place): Promise<string[]> {
  const network = target === 'INSTRUMENT' ? catalogue.instruments.get(slug)?.network : slug;
  const inRecovery = (await listRecoveries(database)).map((row) => row.network).filter((one) => gateways.has(one));
  return inRecovery.filter((one) => target === 'EVERYTHING' || one === network);
}

/**
 * Removes one stop of payouts. Another stop that covers the same coin remains. While networks that it covers are in RECOVERY (D73),
 * `isDespiteRecovery` must be said: they still send nothing, but refunds of their orders would leave on other networks.
 */
const resumePayouts = defineAct({
  scope: 'switches',
  input: Type.Object({ ...Payouts, isDespiteRecovery: Type.Optional(Type.Boolean()) }, closed),
  plan: async (context, { isDespiteRecovery = false, ...where }) => {
    const place = payoutsOf(context, where);
    if (!place) return refuse('UNKNOWN');
    const plan = await planSwitches(context, [place], false, null);
    if (!plan.isSet) return refuse('NOT_CLOSED');
    const inRecovery = await listInRecovery(context, place);
    if (inRecovery.length > 0 && !isDespiteRecovery) return refuse('IN_RECOVERY', { networks: inRecovery });
    return { ...plan, effect: { ...plan.effect, ...(inRecovery.length > 0 && { inRecovery }) } };
  },
  needsSecond: () => true,
});

export const switchActs = { pause, resume, 'stop-payouts': stopPayouts, 'resume-payouts': resumePayouts } satisfies Record<
  string,
  Act
>;

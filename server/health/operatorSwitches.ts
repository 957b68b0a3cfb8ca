import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import type { Side } from '../instruments/availability.ts';

/** The reasons that an operator can give; customers see them. The host sets the other reasons itself. */
export const SWITCH_REASONS = ['MAINTENANCE', 'NO_RESERVE', 'NETWORK_CONGESTED'] as const;
export const SWITCH_SIDES = ['send', 'receive', 'both'] as const;

const closed = { additionalProperties: false } as const;
const Closed = { side: Type.Enum(SWITCH_SIDES), reason: Type.Enum(SWITCH_REASONS) };

/** The content of `operator.json` */
const OperatorSchema = Type.Object(
  {
    /** A sentence for customers. While it is set, exchanging is closed with TECHNICAL_DIFFICULTIES (D26). */
    notice: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 300 }), Type.Null()])),
    /** Closed instruments and networks, each on one side or both */
    switches: Type.Optional(
      Type.Array(
        Type.Union([
          Type.Object({ instrument: Type.String(), ...Closed }, closed),
          Type.Object({ network: Type.String(), ...Closed }, closed),
        ]),
      ),
    ),
    /** Short forms: slugs closed on both sides for maintenance */
    pausedInstruments: Type.Optional(Type.Array(Type.String())),
    pausedNetworks: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);
type OperatorFileContent = Static<typeof OperatorSchema>;

/** One closed side of an instrument or a network. */
export interface Switch {
  kind: 'instrument' | 'network';
  slug: string;
  side: Side;
  reason: (typeof SWITCH_REASONS)[number];
}

export interface OperatorSwitches {
  notice: string | null;
  switches: readonly Switch[];
}

export const NO_SWITCHES: OperatorSwitches = { notice: null, switches: [] };

/** Parses `operator.json`. Throws what JSON.parse and the schema throw. */
export function parseOperatorSwitches(text: string): OperatorSwitches {
  const content = Value.Parse(OperatorSchema, JSON.parse(text));
  return { notice: content.notice ?? null, switches: switchesOf(content) };
}

function switchesOf({ switches = [], pausedInstruments = [], pausedNetworks = [] }: OperatorFileContent): Switch[] {
  const maintenance = { side: 'both', reason: 'MAINTENANCE' } as const;
  const all = [
    ...switches,
    ...pausedInstruments.map((instrument) => ({ instrument, ...maintenance })),
    ...pausedNetworks.map((network) => ({ network, ...maintenance })),
  ];
  return all.flatMap((one): Switch[] => {
    const named =
      'instrument' in one
        ? ({ kind: 'instrument', slug: one.instrument } as const)
        : ({ kind: 'network', slug: one.network } as const);
    return sidesOf(one.side).map((side) => ({ ...named, side, reason: one.reason }));
  });
}

export function sidesOf(side: (typeof SWITCH_SIDES)[number]): readonly Side[] {
  return side === 'both' ? ['send', 'receive'] : [side];
}

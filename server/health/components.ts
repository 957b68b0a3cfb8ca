import type { InactiveReason } from '../../contract/schemas/instruments.ts';
import type { Status } from '../../contract/schemas/status.ts';
import type { Availability, SideState } from '../instruments/availability.ts';
import type { Catalogue } from '../instruments/catalogue.ts';
import { logoLink } from '../instruments/presentInstrument.ts';
import type { HealthCheck } from './health.ts';

export type ComponentStatus = Status['components'][number];

interface Sources {
  health: Pick<HealthCheck, 'report'>;
  availability: Pick<Availability, 'stateOf'>;
  catalogue: Catalogue;
}

/** Reasons that concern a whole network, and not the reserve of one coin. */
const NETWORK_REASONS: readonly string[] = ['MAINTENANCE', 'NETWORK_UNAVAILABLE', 'NETWORK_CONGESTED'];

/** Returns the state of every component of the host: its own parts, then the networks that it is connected to, by title. */
export function listComponents({ health, availability, catalogue }: Sources): ComponentStatus[] {
  const { probes, alarms } = health.report();
  const isBad = (probe: string): boolean => probes[probe] !== 'OK' && probes[probe] !== 'NOT_CHECKED';
  const stateOf = (...failed: boolean[]): ComponentStatus['state'] => (failed.includes(true) ? 'DOWN' : 'OK');
  const coins = Map.groupBy(catalogue.instruments.values(), ({ network }) => network);
  const partlyDown = (probe: string): ComponentStatus['state'] =>
    isBad(probe) ? (probes[probe] === 'UNHEALTHY' ? 'DOWN' : 'LIMITED') : 'OK';
  return [
    { id: 'api', state: partlyDown('database') },
    { id: 'exchange', state: stateOf(isBad('operator'), alarms.includes('ALL')) },
    { id: 'prices', state: stateOf(isBad('market')) },
    { id: 'orders', state: partlyDown('settlement') },
    ...[...catalogue.networks.values()]
      .toSorted((left, right) => left.friendlyTitle.localeCompare(right.friendlyTitle, 'en'))
      .flatMap(({ slug, friendlyTitle, logo }) => {
        const sides = (coins.get(slug) ?? []).map((instrument) => availability.stateOf(instrument.slug));
        // The host is not connected to this network.
        if (sides.every(({ send }) => !send.active && send.reason === 'NOT_CONFIGURED')) return [];
        const send = worst(sides.map((state) => state.send));
        const receive = worst(sides.map((state) => state.receive));
        const reason = send ?? receive;
        return [
          {
            id: `network:${slug}`,
            state:
              send !== null && receive !== null ? ('DOWN' as const) : reason === null ? ('OK' as const) : ('LIMITED' as const),
            ...(reason !== null && { reason }),
            network: { slug, friendlyTitle, logoLink: logo === null ? null : logoLink(logo) },
          },
        ];
      }),
  ];
}

/** Returns why one side of all coins of a network is closed; null if it is open for any, or closed for reasons of the coin. */
function worst(states: readonly SideState[]): InactiveReason | null {
  const reasons = states.map((state) => (state.active || !NETWORK_REASONS.includes(state.reason) ? null : state.reason));
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

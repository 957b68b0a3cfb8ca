import Type from 'typebox';
import { closed } from '../../../contract/schemas/common.ts';
import { listVenues, switchVenues } from '../../db/repositories/venues/venues.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';

/**
 * Switches trading on the exchange off or on (D71). Orders that are open there are still looked up. Switching on also continues the coins
 * that were stopped after refusals.
 */
const hedging = defineAct({
  scope: 'switches',
  input: Type.Object({ isOn: Type.Boolean() }, closed),
  plan: async (context, { isOn }) => {
    const venues = await listVenues(context.database);
    if (venues.length === 0) return refuse('NO_VENUE');
    return {
      subject: 'hedging',
      effect: { venues: venues.map(({ name }) => name), isOn },
      versions: venues.map(({ name, off_at, resumed_at }) => ({ name, off_at, resumed_at })),
      execute: async (transaction) => {
        const at = context.now();
        const changes = isOn ? { off_at: null, resumed_at: at } : { off_at: at };
        requireWritten((await switchVenues(transaction, changes)) === venues.length, 'hedging');
      },
    };
  },
});

export const hedgingActs = { hedging } satisfies Record<string, Act>;

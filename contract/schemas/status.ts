import Type, { type Static } from 'typebox';
import { nullable, Slug, Timestamp } from './common.ts';
import { INACTIVE_REASONS } from './instruments.ts';

/** LIMITED: delayed, or only one side works. DOWN: does not work. */
const State = Type.Enum(['OK', 'LIMITED', 'DOWN'] as const);
const ComponentId = Type.String({
  description: '`api`, `exchange` (new exchanges), `prices`, `orders` (deposits and payouts) or `network:` and a slug',
  examples: ['network:tron'],
});
const Network = Type.Object({ slug: Slug, friendlyTitle: Type.String({ examples: ['TRON'] }) });

export const StatusResponse = Type.Object(
  {
    serverTime: Timestamp,
    components: Type.Array(
      Type.Object({
        id: ComponentId,
        state: State,
        reason: Type.Optional(Type.Enum(INACTIVE_REASONS)),
        network: Type.Optional(Network),
      }),
    ),
    notice: nullable(Type.String({ description: 'The operator\u2019s message to customers, one sentence in English' })),
    incidents: nullable(
      Type.Array(
        Type.Object({
          component: ComponentId,
          network: Type.Optional(Network),
          /** The worst state during the incident. */
          state: State,
          startedAt: Timestamp,
          endedAt: nullable(Timestamp),
        }),
        { description: 'Those of the last 90 days, newest first; null while they can\u2019t be read' },
      ),
    ),
  },
  { title: 'Status' },
);
export type Status = Static<typeof StatusResponse>;

import Type, { type Static } from 'typebox';
import { nullable, Slug, Timestamp } from './common.ts';
import { INACTIVE_REASONS } from './instruments.ts';

/** LIMITED: delayed, or only one side works. DOWN: does not work. */
const State = Type.Enum(['OK', 'LIMITED', 'DOWN'] as const);
const ComponentId = Type.String({
  description: '`api`, `exchange` (new exchanges), `prices`, `orders` (deposits and payouts) or `network:` and a slug',
  examples: ['network:tron'],
});
const Network = Type.Object({
  slug: Slug,
  friendlyTitle: Type.String({ examples: ['TRON'] }),
  logoLink: Type.Optional(nullable(Type.String({ examples: ['/static/coins/network-tron.svg'] }))),
});

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
    watchedDays: Type.Optional(
      Type.Array(Type.Object({ day: Timestamp, seconds: Type.Integer({ minimum: 0 }) }), {
        description:
          'How long a host watched its components on each of the last 30 days, which begin at 00:00 UTC, oldest first. Days without a host are missing',
      }),
    ),
  },
  { title: 'Status' },
);
export type Status = Static<typeof StatusResponse>;

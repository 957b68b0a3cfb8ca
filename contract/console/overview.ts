import Type, { type Static } from 'typebox';
import { OPERATOR_SCOPES } from '../accounts/operatorScopes.ts';
import { DecimalText, nullable, Timestamp } from '../schemas/common.ts';
import { ActOffer } from './acts.ts';

/** Who is at the console, and what needs a person now. */

/** Answered also when the second factor is no longer fresh: then every other call answers ERR_SECOND_FACTOR_REQUIRED. */
export const ConsoleSessionResponse = Type.Object({
  userId: Type.Integer(),
  email: Type.String(),
  scopes: Type.Array(Type.Enum(OPERATOR_SCOPES)),
  readUntil: nullable(Type.String({ ...Timestamp, description: 'Until when the proof of the second factor is fresh enough' })),
  version: Type.String(),
  serverTime: Timestamp,
});
export type ConsoleSession = Static<typeof ConsoleSessionResponse>;

export const SwitchSchema = Type.Object({
  closes: Type.Enum(['SEND', 'RECEIVE', 'PAYOUTS'] as const, {
    description: 'New orders in which a customer sends or receives the coin, or payments to customers',
  }),
  target: Type.Enum(['EVERYTHING', 'NETWORK', 'INSTRUMENT', 'CUSTOMER'] as const),
  slug: Type.String({ description: 'Empty for everything; of a customer, the number' }),
  reason: nullable(Type.String()),
  setBy: Type.String(),
  setAt: Timestamp,
});
export type ConsoleSwitch = Static<typeof SwitchSchema>;

export const PulseResponse = Type.Object({
  at: Type.String({ ...Timestamp, description: 'When it was computed, at most a second ago' }),
  health: Type.Object({
    status: Type.String(),
    reason: nullable(Type.String()),
    probes: Type.Record(Type.String(), Type.String()),
    alarms: Type.Array(Type.String(), { description: 'Slugs of networks, EARNINGS, VENUE, or ALL' }),
  }),
  books: nullable(Type.Object({ alarms: Type.Integer(), notices: Type.Integer(), unread: Type.Integer(), endedAt: Timestamp })),
  alerts: Type.Array(
    Type.Object({
      rule: Type.String(),
      concerns: nullable(Type.String({ description: 'What the rule found, such as a network' })),
      since: Timestamp,
      text: Type.String({ description: 'What is wrong, in English' }),
    }),
    { description: 'What fires now, the oldest first' },
  ),
  networks: Type.Array(
    Type.Object({
      network: Type.String(),
      height: nullable(Type.Integer()),
      readAt: nullable(Type.String({ ...Timestamp, description: 'When the host last heard of this height' })),
      isReading: Type.Boolean({ description: 'The network answers, and its blocks are not too old' }),
    }),
  ),
  waiting: nullable(
    Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer(), oldestSince: nullable(Timestamp) }), {
      description: 'Unresolved items of each kind, counted once a minute; null before the first count',
    }),
  ),
  switches: Type.Array(SwitchSchema),
  recovery: Type.Array(Type.Object({ network: Type.String(), state: Type.String(), since: Timestamp })),
  openApprovals: Type.Integer(),
  openIdentities: Type.Integer({ description: 'Identity documents that wait for a verdict' }),
  revisions: Type.Record(Type.String(), Type.String(), {
    description:
      'A text per list (`waiting`, `payments`, `switches`, `approvals`, `identity`, `audit`, `books`): another text, another content',
  }),
});
export type Pulse = Static<typeof PulseResponse>;

const Page = Type.String({ pattern: '^[1-9][0-9]{0,6}$', description: 'From 1' });

export const WaitingQuery = Type.Object({
  kind: Type.Optional(Type.String({ maxLength: 40, description: 'One kind; without it, the first page of every kind' })),
  page: Type.Optional(Page),
});
export type WaitingInput = Static<typeof WaitingQuery>;

export const WaitingItemSchema = Type.Object({
  kind: Type.String(),
  since: Timestamp,
  subject: Type.String({ description: 'What the acts are about: a send, an order or a transfer' }),
  orderId: nullable(Type.String()),
  withdrawalId: nullable(Type.String()),
  network: nullable(Type.String()),
  instrument: nullable(Type.String()),
  amount: nullable(DecimalText),
  arrivedAmount: nullable(DecimalText),
  usdValue: nullable(DecimalText),
  address: nullable(Type.String()),
  memo: nullable(Type.String()),
  transfer: nullable(Type.String({ description: 'Transaction hash, # and the index of the transfer' })),
  state: nullable(Type.String()),
  reason: nullable(Type.String()),
  isConnected: Type.Boolean({ description: 'This host is connected to the network' }),
  acts: Type.Array(ActOffer, { description: 'The most usual one first' }),
});
export type WaitingItem = Static<typeof WaitingItemSchema>;

export const WaitingResponse = Type.Object({
  lists: Type.Array(
    Type.Object({
      kind: Type.String(),
      count: Type.Integer(),
      items: Type.Array(WaitingItemSchema, { description: 'Oldest first' }),
      nextPage: nullable(Type.Integer()),
    }),
    { description: 'The most urgent kind first, without empty ones' },
  ),
});
export type Waiting = Static<typeof WaitingResponse>;

import Type, { type Static } from 'typebox';
import { Address, closed, DecimalText, Memo, nullable, OrderId, Slug, Timestamp } from './common.ts';

/** What a shell stores for frequent traders: watched pairs, rate alerts, the address book. */

const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{8,64}$' });

export const WatchedPairSchema = Type.Object({ from: Slug, to: Slug }, closed);
export type WatchedPair = Static<typeof WatchedPairSchema>;

/** `above` and `below` compare the rate with `value`; `moves` fires `value` percent away from `baseRate`, in either direction. */
export const AlertKind = Type.Enum(['above', 'below', 'moves'] as const);

/** `DecimalText` above zero */
const PositiveDecimalText = Type.String({ pattern: '^(?=.*[1-9])(?:0|[1-9]\\d{0,39})(?:\\.\\d{1,40})?$' });

export const NewRateAlertSchema = Type.Object(
  {
    from: Slug,
    to: Slug,
    kind: AlertKind,
    /** A market rate (units of `to` for 1 unit of `from`), or a percentage */
    value: PositiveDecimalText,
    /** The alert remains after it has fired, and fires again when the condition becomes true again. */
    isKept: Type.Boolean(),
    /** When the alert is removed; absent: never */
    expiresAt: Type.Optional(Timestamp),
    /** The alert that this one replaces; absent: none */
    id: Type.Optional(Id),
  },
  closed,
);
export type NewRateAlert = Static<typeof NewRateAlertSchema>;

/** `baseRate`: the rate when a `moves` alert was set or last fired, null until the first rate. `firedAt`: null if it never fired. */
export const RateAlertSchema = Type.Object(
  {
    ...NewRateAlertSchema.properties,
    id: Id,
    createdAt: Timestamp,
    baseRate: nullable(DecimalText),
    firedAt: nullable(Timestamp),
  },
  closed,
);
export type RateAlert = Static<typeof RateAlertSchema>;

export const NewAddressEntrySchema = Type.Object(
  {
    /** Null for a new entry */
    id: nullable(Id),
    label: Type.String({ minLength: 1, maxLength: 60 }),
    /** The coin and its network */
    instrumentSlug: Slug,
    address: Address,
    memo: nullable(Memo),
  },
  closed,
);
export type NewAddressEntry = Static<typeof NewAddressEntrySchema>;

export const AddressEntrySchema = Type.Object(
  {
    ...NewAddressEntrySchema.properties,
    id: Id,
    /** How many orders used the address */
    timesUsed: Type.Integer({ minimum: 0 }),
    lastUsedAt: nullable(Timestamp),
  },
  closed,
);
export type AddressEntry = Static<typeof AddressEntrySchema>;

/** An order whose state the shell follows for its tray and notifications. */
export const FollowedOrderSchema = Type.Object({ orderId: OrderId, destinationAddress: Address }, closed);
export type FollowedOrder = Static<typeof FollowedOrderSchema>;

/** `stage`: the last one that the app knew, so that a later start reports what has changed meanwhile */
export const StoredOrderSchema = Type.Object(
  { ...FollowedOrderSchema.properties, stage: Type.Optional(Type.String({ maxLength: 40 })) },
  closed,
);

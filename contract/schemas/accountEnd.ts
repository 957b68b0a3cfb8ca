import Type, { type Static } from 'typebox';
import { closed, DecimalText, Timestamp } from './common.ts';
import { UserId } from './users.ts';

/** The export of a customer's data and the end of an account (D60). */

const StoredRecord = Type.Record(Type.String(), Type.Unknown());

export const ExportResponse = Type.Object({
  exportedAt: Timestamp,
  userId: UserId,
  data: Type.Record(Type.String(), Type.Array(StoredRecord), {
    description: 'Everything that the host stores about the customer, by kind. Times are in UTC, amounts are decimal text.',
  }),
  note: Type.Optional(Type.String({ description: 'Names the kinds of which only the newest 1,000 records are included' })),
});
export type AccountExport = Static<typeof ExportResponse>;

/**
 * BALANCE: it can be withdrawn. WITHDRAWAL: one is not finished. ORDER: an exchange or a card purchase is not finished. FROZEN: a link of
 * a mail froze the account, so somebody else may be closing it.
 */
export const CLOSING_OBSTACLES = ['BALANCE', 'WITHDRAWAL', 'ORDER', 'FROZEN'] as const;

export const ClosingResponse = Type.Object({
  /** In USDT: a balance that is too small to withdraw, which closing forfeits. "0": nothing. */
  forfeited: DecimalText,
  minimumWithdrawal: DecimalText,
  /** What has to end before the account can be closed. */
  obstacles: Type.Array(Type.Enum(CLOSING_OBSTACLES)),
  needsPassword: Type.Optional(
    Type.Boolean({ description: 'Whether `close` needs the password. false: the account has none (D74). Absent: it does' }),
  ),
});
export type Closing = Static<typeof ClosingResponse>;

export const CloseAccountBody = Type.Object(
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_024, description: 'Not needed if the account has none' })),
    forfeited: { ...DecimalText, description: 'The amount that the customer has agreed to lose, from `closing`' },
  },
  closed,
);
export type CloseAccountInput = Static<typeof CloseAccountBody>;

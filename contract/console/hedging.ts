import Type, { type Static } from 'typebox';
import { DecimalText, nullable, Timestamp } from '../schemas/common.ts';
import { ActOffer } from './acts.ts';
import { Signed } from './reports.ts';

/** Trading on an exchange (D71) as operators see it. Coins are market symbols: "BTC". A coin at an exchange is "BTC@kraken". */

export const HedgingResponse = Type.Object({
  venues: Type.Array(
    Type.Object({
      name: Type.String(),
      state: Type.Enum(['ON', 'OFF', 'RECOVERY']),
      since: nullable(Timestamp),
      trades: Type.Integer({ description: 'Orders of the last day that ended' }),
      tradedUsd: DecimalText,
      refused: Type.Integer({ description: 'Orders of the last day that the exchange refused' }),
      acts: Type.Array(ActOffer),
    }),
  ),
  openUsd: Type.String({ ...DecimalText, description: 'All open positions that the limits count, each without its sign' }),
  limits: Type.Object({ coinUsd: DecimalText, totalUsd: DecimalText }),
  positions: Type.Array(
    Type.Object({
      coin: Type.String(),
      booked: Type.String({ ...Signed, description: 'By the ledger; positive: we own more than our capital' }),
      committed: Type.String({ ...Signed, description: 'What fixed rates of deposits in blocks will add' }),
      usd: nullable(Signed),
      isAtLimit: Type.Boolean({
        description: 'By the ledger. False without an exchange, and for the coin that pays for the trades: they have no limit',
      }),
    }),
    { description: 'The largest first' },
  ),
  orders: Type.Array(
    Type.Object({
      id: Type.String(),
      venue: Type.String(),
      at: Timestamp,
      coin: Type.String(),
      side: Type.Enum(['BUY', 'SELL']),
      amount: DecimalText,
      filled: nullable(DecimalText),
      usd: DecimalText,
      state: Type.Enum(['UNRESOLVED', 'ENDED', 'ABSENT', 'REFUSED']),
      reason: nullable(Type.String({ description: 'What the exchange answered' })),
    }),
    { description: 'The newest 50 of the last day' },
  ),
  transfers: Type.Array(
    Type.Object({
      id: Type.String(),
      from: Type.String({ description: 'Instrument of the sender' }),
      to: nullable(Type.String({ description: 'null: the treasury' })),
      amount: DecimalText,
      sentAt: Timestamp,
      txHash: nullable(Type.String()),
      acts: Type.Array(ActOffer),
    }),
    { description: 'On their way between treasury and exchange, the oldest first' },
  ),
  proposals: Type.Array(
    Type.Object({
      instrument: Type.String({ description: 'At the treasury' }),
      venueInstrument: Type.String(),
      direction: Type.Enum(['TO_VENUE', 'FROM_VENUE']),
      amount: DecimalText,
    }),
    { description: 'Transfers that would bring a coin at the exchange back to the middle' },
  ),
});
export type Hedging = Static<typeof HedgingResponse>;

const Month = Type.String({ pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$', description: 'Not a later one than the present' });
export const ProfitQuery = Type.Object({ month: Month });
export type ProfitInput = Static<typeof ProfitQuery>;

/** What we own at the begin and the end of a month, and why it changed, in USD. `opening` and all changes sum to `closing`. */
export const ProfitResponse = Type.Object({
  month: Month,
  opening: Signed,
  capital: Signed,
  fees: Signed,
  networks: Signed,
  venues: Signed,
  affiliates: Signed,
  trading: Signed,
  revaluation: Signed,
  closing: Signed,
  hasOpeningPrices: Type.Boolean({ description: 'false: revaluation has only rounding' }),
  unpriced: Type.Array(Type.String(), { description: 'Coins without a price, which are left out' }),
});
export type Profit = Static<typeof ProfitResponse>;

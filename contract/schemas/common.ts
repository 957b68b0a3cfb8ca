import Type, { type TSchema } from 'typebox';
import { ERROR_STATUS } from '../errors.ts';

/**
 * Run-time schemas for the server and tests. The page imports only their types. A schema with a `title` is a component of that name
 * in the API descriptions.
 */

/** A plain, unsigned decimal string; see `contract/money.ts`. */
export const DecimalText = Type.String({ pattern: '^(?:0|[1-9]\\d{0,39})(?:\\.\\d{1,40})?$', examples: ['0.05'] });
/** ISO 8601 in UTC. */
export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-11-20T14:02:11.000Z'] });
export const Slug = Type.String({ pattern: '^[a-z0-9]{1,32}$', examples: ['btc', 'usdttrc20'] });
export const Ticker = Type.String({ pattern: '^[A-Za-z0-9.$_+-]{1,32}$', examples: ['USDT'] });
export const NetworkTitle = Type.String({ minLength: 1, maxLength: 40, examples: ['TRC20'] });
export const Address = Type.String({ minLength: 1, maxLength: 256 });
export const Memo = Type.String({ maxLength: 128 });
export const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+\\.[A-Za-z]{2,}$' });
export const OrderId = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: '128 random bits, base64url' });
/** Created by the host; clients return it unchanged. */
export const QuoteId = Type.String({ pattern: '^[A-Za-z0-9._~-]{22,640}$' });
/** In the format of any network: hex with or without 0x, base58, base64, Hedera’s dots. */
export const TransactionHash = Type.String({ pattern: '^[A-Za-z0-9+/=_.@:-]{16,128}$' });
export const ReferrerId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
export const RateModeSchema = Type.Enum(['FIXED', 'FLOATING'], { title: 'RateMode' });
export const ExchangeTypeSchema = Type.Enum(['crypto', 'fiat']);

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
/** A closed object: unknown fields are rejected, not dropped. For bodies; the query of a read ignores unknown parameters. */
export const closed = { additionalProperties: false } as const;

export const ErrorResponse = Type.Object(
  {
    code: Type.Enum(Object.keys(ERROR_STATUS), { title: 'ErrorCode' }),
    message: Type.String({ description: 'What happened, in English. Decide by `code`, never by this text' }),
    details: Type.Optional(
      Type.Object(
        {
          retryAfterSeconds: Type.Optional(Type.Integer({ minimum: 0, description: 'When the next attempt may succeed' })),
          triesLeft: Type.Optional(Type.Integer({ minimum: 0, description: 'Of a challenge or code' })),
          most: Type.Optional(Type.Integer({ minimum: 0, description: 'How many of them a customer can have' })),
          line: Type.Optional(Type.Integer({ minimum: 1, description: 'The entry of a list that is wrong' })),
        },
        {
          additionalProperties: true,
          description: 'Depends on the code and the call. The fields listed are those that are numbers',
        },
      ),
    ),
    requestId: Type.String({ description: 'Also in the header X-Request-Id' }),
  },
  { title: 'Error', description: 'The body of every failed response. Quote `requestId` to support.' },
);

export const Empty = Type.Object({}, closed);

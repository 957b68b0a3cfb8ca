import Type, { type Static } from 'typebox';
import { API_KEY_LIMITS } from '../limits.ts';
import { closed, nullable, Timestamp } from './common.ts';

/** API keys of a customer (specification §3, API key; D49). */

const ApiId = Type.String({ pattern: '^cw_[A-Za-z0-9_-]{20}$', description: 'Names the key in every call that it signs' });
const Name = Type.String({
  minLength: 1,
  maxLength: API_KEY_LIMITS.nameCharacters,
  pattern: '\\S',
  description: 'For the customer',
});
const WhiteListIp = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  maxItems: API_KEY_LIMITS.ranges,
  description: 'IP addresses and CIDR ranges that the key accepts calls from. Empty: every address',
  examples: [['185.12.4.0/24', '2a01:4f8:c2c::/48']],
});

const fields = { apiId: ApiId, name: Name, whiteListIp: WhiteListIp, isActive: Type.Boolean() };

export const ApiKeySchema = Type.Object(
  {
    ...fields,
    createdAt: Timestamp,
    /** Up to a minute late. */
    lastUsedAt: nullable(Timestamp),
    ordersCount: Type.Integer({ minimum: 0, description: 'Orders that were created with the key' }),
  },
  { title: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKeySchema>;

export const GenerateApiKeyBody = Type.Object({ name: Type.Optional(Name), whiteListIp: Type.Optional(WhiteListIp) }, closed);
export type GenerateApiKeyInput = Static<typeof GenerateApiKeyBody>;
export const GenerateApiKeyResponse = Type.Object({
  apiKey: ApiKeySchema,
  secret: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'Signs calls. It is returned this once' }),
});
export type GenerateApiKeyOutput = Static<typeof GenerateApiKeyResponse>;

export const UpdateApiKeyBody = Type.Object(
  {
    apiId: ApiId,
    name: Type.Optional(Name),
    whiteListIp: Type.Optional(WhiteListIp),
    isActive: Type.Optional(Type.Boolean({ description: 'False: every call with the key is refused' })),
  },
  closed,
);
export type UpdateApiKeyInput = Static<typeof UpdateApiKeyBody>;

export const DeleteApiKeyBody = Type.Object({ apiId: ApiId }, closed);
export type DeleteApiKeyInput = Static<typeof DeleteApiKeyBody>;

export const ApiKeysResponse = Type.Object({ apiKeys: Type.Array(ApiKeySchema, { description: 'Newest first' }) });
export type ApiKeys = Static<typeof ApiKeysResponse>;

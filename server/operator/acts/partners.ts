import Type from 'typebox';
import { closed } from '../../../contract/schemas/common.ts';
import { findUsableApiKey } from '../../db/repositories/accounts/apiKeys.ts';
import { deletePartnerKey, findPartnerKey, writePartnerKey } from '../../db/repositories/accounts/partnerKeys.ts';
import type { PartnerKeyRow } from '../../db/tables/apiKeys.ts';
import type { OperatorContext } from '../operatorContext.ts';
import { defineAct, refuse, requireWritten, type Act } from './act.ts';

const ApiKeyId = Type.String({ minLength: 1, maxLength: 100 });

async function findKey({ database }: OperatorContext, apiKeyId: string) {
  const key = await findUsableApiKey(database, apiKeyId);
  return key && { key, before: (await findPartnerKey(database, apiKeyId)) ?? null };
}

const limitsOf = (row: PartnerKeyRow | null) =>
  row && { requestsPerMinute: row.requests_per_minute, unpaidOrders: row.unpaid_orders, reservePercent: row.reserve_percent };

/** Marks an API key as a partner's and sets its limits (D40). The key may then name the addresses of its customers. */
const partner = defineAct({
  scope: 'settings',
  input: Type.Object(
    {
      apiKeyId: ApiKeyId,
      requestsPerMinute: Type.Integer({ minimum: 1, maximum: 60_000 }),
      unpaidOrders: Type.Integer({ minimum: 1, maximum: 100_000 }),
      reservePercent: Type.String({ pattern: '^(?:[1-9]?[0-9](?:\\.[0-9]{1,2})?|100)$' }),
    },
    closed,
  ),
  plan: async (context, { apiKeyId, ...limits }) => {
    const found = await findKey(context, apiKeyId);
    if (!found) return refuse('NO_KEY');
    const { requestsPerMinute, unpaidOrders, reservePercent } = limits;
    return {
      subject: `API key ${apiKeyId}`,
      effect: { apiKeyId, userId: found.key.user_id, ...limits, before: limitsOf(found.before) },
      versions: [found.before],
      execute: async (transaction) => {
        await writePartnerKey(transaction, {
          api_key_id: apiKeyId,
          requests_per_minute: requestsPerMinute,
          unpaid_orders: unpaidOrders,
          reserve_percent: reservePercent,
        });
      },
    };
  },
  needsSecond: () => true,
});

/** Makes a partner's key an ordinary one. Its next call has the limits of its customer. */
const endPartner = defineAct({
  scope: 'settings',
  input: Type.Object({ apiKeyId: ApiKeyId }, closed),
  plan: async (context, { apiKeyId }) => {
    const found = await findKey(context, apiKeyId);
    if (!found?.before) return refuse(found ? 'NO_PARTNER' : 'NO_KEY');
    return {
      subject: `API key ${apiKeyId}`,
      effect: { apiKeyId, userId: found.key.user_id, before: limitsOf(found.before) },
      versions: [found.before],
      execute: async (transaction) => requireWritten(await deletePartnerKey(transaction, apiKeyId), apiKeyId),
    };
  },
  needsSecond: () => true,
});

export const partnerActs = { partner, 'end-partner': endPartner } satisfies Record<string, Act>;

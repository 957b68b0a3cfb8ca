import { randomBytes } from 'node:crypto';
import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import { API_KEY_LIMITS } from '../../../contract/limits.ts';
import type {
  ApiKey,
  ApiKeys,
  GenerateApiKeyInput,
  GenerateApiKeyOutput,
  UpdateApiKeyInput,
} from '../../../contract/schemas/apiKeys.ts';
import type { Database } from '../../db/database.ts';
import { lockInTransaction } from '../../db/lockInTransaction.ts';
import {
  countOrdersOfApiKeys,
  deleteApiKey,
  insertApiKey,
  listApiKeys,
  updateApiKey,
} from '../../db/repositories/accounts/apiKeys.ts';
import type { ApiKeyRow } from '../../db/tables/apiKeys.ts';
import { queueAccountMail } from '../../mail/accountMail.ts';
import type { Sealing } from '../sealing.ts';
import { checkWhiteList } from './whiteList.ts';

/** 120 bits: 20 characters. */
const ID_BYTES = 15;
/** 256 bits: 43 characters. */
const SECRET_BYTES = 32;
/** §7 lists no field of the call, so a client may send none. */
const DEFAULT_NAME = 'API key';

export interface ApiKeyDependencies {
  database: Database;
  sealing: Sealing;
  now: () => number;
}

/** The calls of §7 for API keys. Each acts on the keys of one customer only. */
export type ApiKeyService = ReturnType<typeof createApiKeyService>;

export function createApiKeyService({ database, sealing, now }: ApiKeyDependencies) {
  const present = async (rows: readonly ApiKeyRow[]): Promise<ApiKey[]> => {
    const counts = await countOrdersOfApiKeys(
      database,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => presentApiKey(row, counts.get(row.id) ?? 0));
  };
  return {
    /**
     * Creates a key and returns it with its secret, which can't be read again. The owner gets an e-mail, whose link opens `origin`.
     * Throws ERR_VALIDATION for a wrong white list and ERR_NOT_ACCEPTABLE above the most keys.
     */
    generate: async (
      userId: number,
      { name = DEFAULT_NAME, whiteListIp = [] }: GenerateApiKeyInput,
      origin: string,
    ): Promise<GenerateApiKeyOutput> => {
      const whiteList = checkWhiteList(whiteListIp);
      const id = `cw_${randomBytes(ID_BYTES).toString('base64url')}`;
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const key: ApiKeyRow = {
        id,
        user_id: userId,
        name: name.trim(),
        sealed_secret: sealing.seal(secret, sealedFor(id)),
        white_list: JSON.stringify(whiteList),
        is_active: 1,
        created_at: now(),
        last_used_at: null,
      };
      await database.transaction().execute(async (transaction) => {
        await lockInTransaction(transaction, `API keys of ${userId}`);
        if ((await listApiKeys(transaction, userId)).length >= API_KEY_LIMITS.keys) {
          throw new ApiError('ERR_NOT_ACCEPTABLE', `An account has at most ${API_KEY_LIMITS.keys} API keys. Delete one first.`, {
            most: API_KEY_LIMITS.keys,
          });
        }
        await insertApiKey(transaction, key);
        await queueAccountMail(transaction, { userId, kind: 'API_KEY_CREATED', data: { apiId: id }, origin, now: now() });
      });
      return { apiKey: presentApiKey(key, 0), secret };
    },
    /** Changes the given fields. Throws ERR_NOT_FOUND, and ERR_VALIDATION for a wrong white list. */
    update: async (userId: number, { apiId, name, whiteListIp, isActive }: UpdateApiKeyInput): Promise<ApiKey> => {
      const row = await updateApiKey(database, userId, apiId, {
        ...(name !== undefined && { name: name.trim() }),
        ...(whiteListIp !== undefined && { white_list: JSON.stringify(checkWhiteList(whiteListIp)) }),
        ...(isActive !== undefined && { is_active: isActive ? 1 : 0 }),
      });
      const [key] = row ? await present([row]) : [];
      if (!key) throw unknownKey();
      return key;
    },
    /** Deletes a key at once. The orders that it created stay the customer's. Throws ERR_NOT_FOUND. */
    remove: async (userId: number, apiId: string): Promise<void> => {
      if (!(await deleteApiKey(database, userId, apiId))) throw unknownKey();
    },
    list: async (userId: number): Promise<ApiKeys> => ({ apiKeys: await present(await listApiKeys(database, userId)) }),
  };
}

/** A key of another customer gives the same error, so that ids can't be tried out. */
function unknownKey(): ApiError {
  return new ApiError('ERR_NOT_FOUND', 'You have no API key with this id.');
}

/** The owner under which the secret of a key is sealed. */
export const sealedFor = (id: string): string => `api-key:${id}`;

/** Returns the white list of a key. */
export const whiteListOf = ({ white_list: list }: Pick<ApiKeyRow, 'white_list'>): string[] => JSON.parse(list) as string[];

function presentApiKey(row: ApiKeyRow, ordersCount: number): ApiKey {
  return {
    apiId: row.id,
    name: row.name,
    whiteListIp: whiteListOf(row),
    isActive: row.is_active === 1,
    createdAt: isoTime(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : isoTime(row.last_used_at),
    ordersCount,
  };
}

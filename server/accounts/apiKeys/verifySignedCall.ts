import { createHmac } from 'node:crypto';
import { ApiError } from '../../../contract/errors.ts';
import { isoTime } from '../../../contract/isoTime.ts';
import {
  NONCE_LIFETIME_MS,
  textToSign,
  TIMESTAMP_TOLERANCE_SECONDS,
  type SignedCallRefusal,
  type SignedText,
} from '../../../contract/signedCall.ts';
import { keyOfRow, readSignedRows, type SignedRowsContext } from '../../guarantee/signedRows.ts';
import { deleteOldApiNonces, findUsableApiKey, insertApiNonces, markApiKeyUsed } from '../../db/repositories/accounts/apiKeys.ts';
import { findPartnerKey } from '../../db/repositories/accounts/partnerKeys.ts';
import type { ApiKeyRow, ApiNonceTable } from '../../db/tables/apiKeys.ts';
import { createBatcher } from '../../common/batcher.ts';
import { equalInConstantTime } from '../../common/hashing.ts';
import type { ApiCaller } from './apiCaller.ts';
import { sealedFor, whiteListOf, type ApiKeyDependencies } from './apiKeyService.ts';
import { isOnWhiteList } from './whiteList.ts';

/** A call with an API key, as it arrived. Missing headers are empty texts. */
export interface SignedCall extends SignedText {
  apiId: string;
  signature: string;
  /** Client IP address (D40) */
  address: string;
}

/**
 * Returns whose key signed the call. Throws ERR_UNAUTHORIZED or ERR_FORBIDDEN with `details.reason` (`SignedCallRefusal`). Facts
 * about a key are told only to who has its secret.
 */
export type VerifySignedCall = (call: SignedCall) => Promise<Omit<ApiCaller, 'userAddress'>>;

const FORMATS = {
  apiId: /^cw_[A-Za-z0-9_-]{20}$/,
  timestamp: /^\d{1,12}$/,
  nonce: /^[A-Za-z0-9_-]{16,64}$/,
  signature: /^[0-9a-f]{64}$/,
} as const;
/** How exact `last_used_at` is, and how often old nonces are deleted. */
const MINUTE_MS = 60_000;
/** Nonces of concurrent calls that are committed together: a commit takes longer than all else of a verification. */
const BATCH_SIZE = 100;

export function createVerifySignedCall({
  database,
  sealing,
  now,
  signer,
}: ApiKeyDependencies & SignedRowsContext): VerifySignedCall {
  /** Also if somebody removed the row that says so (D79) */
  const isFrozen = async (userId: number): Promise<boolean> => {
    const { switches } = await readSignedRows({ database, signer });
    return switches.has(keyOfRow('switches', { closes: 'PAYOUTS', target: 'CUSTOMER', slug: userId }));
  };
  const useNonce = createBatcher(BATCH_SIZE, async (nonces: readonly ApiNonceTable[]) =>
    (await insertApiNonces(database, nonces)).map((result) => ({ result })),
  );
  let deletedAt = 0;
  const noteUse = async (key: ApiKeyRow): Promise<void> => {
    const at = now();
    if (key.last_used_at === null || at - key.last_used_at >= MINUTE_MS) await markApiKeyUsed(database, key.id, at);
    if (at - deletedAt < MINUTE_MS) return;
    deletedAt = at;
    await deleteOldApiNonces(database, at);
  };
  return async (call) => {
    checkHeaders(call);
    const at = now();
    if (Math.abs(at - Number(call.timestamp) * 1_000) > TIMESTAMP_TOLERANCE_SECONDS * 1_000) {
      const message = `X-Api-Timestamp must be within ${TIMESTAMP_TOLERANCE_SECONDS} seconds of the clock of this host.`;
      throw unauthorized('TIMESTAMP', message, { serverTime: isoTime(at) });
    }
    const found = await findUsableApiKey(database, call.apiId);
    const key = found && !(await isFrozen(found.user_id)) ? found : undefined;
    // An unknown key takes as long as a wrong signature.
    const secret = key ? sealing.open(key.sealed_secret, sealedFor(key.id)) : '';
    const expected = createHmac('sha256', secret).update(textToSign(call)).digest('hex');
    if (!equalInConstantTime(expected, call.signature) || !key) {
      throw unauthorized('SIGNATURE', 'There is no such API key, or its secret did not sign this call.');
    }
    if (key.is_active !== 1) throw forbidden('INACTIVE', 'This API key is switched off.');
    if (!isOnWhiteList(whiteListOf(key), call.address)) {
      throw forbidden('ADDRESS', `This API key accepts no calls from ${call.address}.`, { address: call.address });
    }
    const nonce = { api_key_id: key.id, nonce: call.nonce, until: at + NONCE_LIFETIME_MS };
    if (!(await useNonce(nonce))) {
      throw unauthorized('NONCE', 'This X-Api-Nonce was used before. Sign each call with a new one.');
    }
    await noteUse(key);
    const partner = (await findPartnerKey(database, key.id)) ?? null;
    return { userId: key.user_id, apiKeyId: key.id, partner };
  };
}

function checkHeaders(call: SignedCall): void {
  const names = Object.keys(FORMATS) as (keyof typeof FORMATS)[];
  if (names.every((name) => FORMATS[name].test(call[name]))) return;
  const message =
    'A signed call needs X-Api-Key, X-Api-Timestamp (seconds), X-Api-Nonce (16 to 64 letters and digits) and X-Api-Signature (64 hex digits).';
  throw unauthorized('HEADERS', message);
}

type Details = Record<string, string>;

const unauthorized = (reason: SignedCallRefusal, message: string, details: Details = {}): ApiError =>
  new ApiError('ERR_UNAUTHORIZED', message, { reason, ...details });

const forbidden = (reason: SignedCallRefusal, message: string, details: Details = {}): ApiError =>
  new ApiError('ERR_FORBIDDEN', message, { reason, ...details });

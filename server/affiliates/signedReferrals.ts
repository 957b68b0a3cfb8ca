import { canonicalJson } from '../../contract/signedDocuments/canonicalJson.ts';
import { isoTime } from '../../contract/isoTime.ts';
import type { Executor } from '../db/database.ts';
import { insertReferral } from '../db/repositories/earnings/referrals.ts';
import type { UserRow } from '../db/tables/accounts.ts';
import type { ReferralRow } from '../db/tables/affiliates.ts';
import type { DocumentSigner } from '../guarantee/documentSigner.ts';
import { readSigned } from '../guarantee/verifyStored.ts';

interface SigningOptions {
  signer: Pick<DocumentSigner, 'signReferral'>;
  now: () => number;
}

/** A customer, its referrer, and the referrer's code */
export interface Referral {
  userId: number;
  referrerId: number;
  code: string;
}

/** Signs the referrer of a customer (D68), in the transaction of the registration. */
export async function signReferral(
  { signer, now }: SigningOptions,
  transaction: Executor,
  { userId, referrerId, code }: Referral,
): Promise<void> {
  const { document, signature, keyId } = signer.signReferral({
    kind: 'referral',
    userId: String(userId),
    referrerId: String(referrerId),
    code,
    at: isoTime(now()),
  });
  await insertReferral(transaction, { user_id: userId, document: canonicalJson(document), signature, key_id: keyId });
}

/** Returns how the referrer of a customer differs from the signed one, as a clause; null: it does not. */
export async function findReferralFault(
  publicKeys: readonly string[],
  { id, referrer_user_id: referrerId, referrer_code: code }: Pick<UserRow, 'id' | 'referrer_user_id' | 'referrer_code'>,
  row: ReferralRow | undefined,
): Promise<string | null> {
  if (referrerId === null && !row) return null;
  const signed = row ? await readSigned(publicKeys, row) : null;
  if (signed?.['kind'] !== 'referral' || signed['userId'] !== String(id)) return `the host did not sign customer ${referrerId}`;
  const isSame = referrerId !== null && signed['referrerId'] === String(referrerId) && signed['code'] === (code ?? '');
  return isSame ? null : `customer ${referrerId} with code "${code}" instead of customer ${String(signed['referrerId'])}`;
}

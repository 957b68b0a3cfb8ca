import { Value } from 'typebox/value';
import { GuaranteeDocumentSchema } from '../../contract/schemas/guarantee.ts';
import type { GuaranteeDocument, SignedGuarantee } from '../../contract/signedDocuments/guarantee.ts';
import { readSignedDocument } from '../../contract/signedDocuments/readSignedDocument.ts';
import { refundAddressHash, verifyDocument } from '../../contract/signedDocuments/signature.ts';

export type GuaranteeFault = 'NOT_A_GUARANTEE' | 'OTHER_KEY' | 'ALTERED' | 'OTHER_VERSION';

/** Returns the guarantee in a file that a customer saved if this host signed it, or what is wrong with it. `publicKeys` are hex. */
export function readGuarantee(
  text: string,
  publicKeys: readonly string[],
): { fault: null; signed: SignedGuarantee } | { fault: GuaranteeFault } {
  const { fault, signed } = readSignedDocument(text);
  if (fault === 'otherVersion') return { fault: 'OTHER_VERSION' };
  if (signed?.document['kind'] !== 'guarantee') return { fault: 'NOT_A_GUARANTEE' };
  const verdict = verifyDocument(signed, publicKeys);
  if (verdict !== 'valid') return { fault: verdict === 'unknownKey' ? 'OTHER_KEY' : 'ALTERED' };
  const { document, signature, keyId } = signed;
  if (!Value.Check(GuaranteeDocumentSchema, document)) return { fault: 'OTHER_VERSION' };
  return { fault: null, signed: { document, signature, keyId } };
}

/** Returns whether the guarantee signs this refund address; null: that the customer named none. */
export function isSignedRefundAddress(
  { orderId, refundPolicy }: GuaranteeDocument,
  address: string | null,
  memo: string | null,
): boolean {
  return refundPolicy.refundAddressHash === (address === null ? null : refundAddressHash(orderId, address, memo));
}

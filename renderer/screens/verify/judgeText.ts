import type { SignedDocument } from '../../../contract/signedDocuments/guarantee.ts';
import { readSignedDocument, type DocumentFault } from '../../../contract/signedDocuments/readSignedDocument.ts';
import type { Verdict } from '../../../contract/signedDocuments/signature.ts';

/** The verdict on a text: why it is no signed document, or the check of its signature against the trusted keys. */
export type TextJudgement =
  | { kind: 'refused'; fault: DocumentFault; field: string }
  | { kind: 'read'; signed: SignedDocument; verdict: Verdict };

/** Loads the verification code when the page opens, so that it works offline later. Rejects when loading fails. */
export const loadCurve = () => import('../../../contract/signedDocuments/signature.ts');

/** Verifies a text in the page, without any request. Rejects when the verification code fails to load. */
export async function judgeText(text: string, signingKeys: readonly string[]): Promise<TextJudgement> {
  const file = readSignedDocument(text);
  if (file.fault !== null) return { kind: 'refused', fault: file.fault, field: file.field };
  const { verifyDocument } = await loadCurve();
  return { kind: 'read', signed: file.signed, verdict: verifyDocument(file.signed, signingKeys) };
}

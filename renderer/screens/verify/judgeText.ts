import { readSignedDocument, type SignedDocument } from '../../../contract/guarantee.ts';
import type { Verdict } from '../../../contract/signature.ts';

/** The verdict on a text: not a signed document, or the check of its signature against the trusted keys. */
export type TextJudgement = { kind: 'unreadable' } | { kind: 'read'; signed: SignedDocument; verdict: Verdict };

/** Loads the verification code when the page opens, so that it works offline later. Rejects when loading fails. */
export const loadCurve = () => import('../../../contract/signature.ts');

/** Verifies a text in the page, without any request. Rejects when the verification code fails to load. */
export async function judgeText(text: string, signingKeys: readonly string[]): Promise<TextJudgement> {
  const signed = readSignedDocument(text);
  if (!signed) return { kind: 'unreadable' };
  const { verifyDocument } = await loadCurve();
  return { kind: 'read', signed, verdict: verifyDocument(signed, signingKeys) };
}

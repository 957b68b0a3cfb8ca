import { readSignedDocument, type SignedDocument } from '../../../contract/guarantee.ts';
import type { Verdict } from '../../../contract/signature.ts';

/** What there is to say of a text: that it is no signed document, or how its signature stands to the keys one trusts. */
export type TextJudgement = { kind: 'unreadable' } | { kind: 'read'; signed: SignedDocument; verdict: Verdict };

/** The page asks for it when it opens: a file may be dropped when there is no connection any more. Rejects when it did not come. */
export const loadCurve = () => import('../../../contract/signature.ts');

/** Nothing leaves the page: the curve is code of ours, the keys came with the page. Rejects when that code did not come. */
export async function judgeText(text: string, signingKeys: readonly string[]): Promise<TextJudgement> {
  const signed = readSignedDocument(text);
  if (!signed) return { kind: 'unreadable' };
  const { verifyDocument } = await loadCurve();
  return { kind: 'read', signed, verdict: verifyDocument(signed, signingKeys) };
}

import { readSignedDocument, type SignedDocument } from '../../../contract/guarantee.ts';
import type { Verdict } from '../../../contract/signature.ts';

/** What there is to say of a text: that it is no signed document, or how its signature stands to the keys one trusts. */
export type TextJudgement = { kind: 'unreadable' } | { kind: 'read'; signed: SignedDocument; verdict: Verdict };

/** Nothing leaves the page: the curve is code of ours, the keys came with the page. Rejects when that code did not come. */
export async function judgeText(text: string, signingKeys: readonly string[]): Promise<TextJudgement> {
  const signed = readSignedDocument(text);
  if (!signed) return { kind: 'unreadable' };
  const { verifyDocument } = await import('../../../contract/signature.ts');
  return { kind: 'read', signed, verdict: verifyDocument(signed, signingKeys) };
}

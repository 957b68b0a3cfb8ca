import type { GuaranteeDocument } from '../../contract/signedDocuments/guarantee.ts';
import type { SignedDocumentTable } from '../db/tables/documents.ts';

/**
 * The versions of guarantees from before hosts signed the owner and the earnings of an order (D68). The version is signed itself, so
 * that nobody can make a newer order look like one whose records were never signed.
 */
export const VERSIONS_BEFORE_ORIGINS: readonly GuaranteeDocument['version'][] = ['1', '2', '3', '4'];

/** Returns whether an order is older than the signing of origins and earnings. `signed`: its documents whose signatures were verified. */
export function isBeforeOrigins(signed: readonly SignedDocumentTable[]): boolean {
  const guarantee = signed.find(({ kind }) => kind === 'GUARANTEE');
  if (!guarantee) return false;
  return VERSIONS_BEFORE_ORIGINS.includes((JSON.parse(guarantee.document) as GuaranteeDocument).version);
}

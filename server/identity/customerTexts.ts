import { ownValue } from '../../contract/tables/ownValue.ts';
import { readFileSync } from 'node:fs';
import { REJECT_REASONS, REVIEWED_FIELDS, type RejectReason, type ReviewedField } from '../../contract/identity/documents.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { resourcePath } from '../common/resourcePath.ts';

/** What the page and the e-mail say about a rejection */
export interface CustomerTexts {
  fields: Record<ReviewedField, string>;
  reasons: Record<RejectReason, string>;
}

const known = new Map<LocaleCode, CustomerTexts>();

/** Returns the words that a customer reads about a rejection. The files are read once. Throws for a missing text. */
export function customerTexts(locale: LocaleCode): CustomerTexts {
  const found = known.get(locale);
  if (found) return found;
  const [page, mail] = [readTexts(locale, 'identity.json'), readTexts(locale, 'mail-account.json')];
  const texts = {
    fields: Object.fromEntries(REVIEWED_FIELDS.map((field) => [field, textOf(mail, `mail.account.identity.${field}`)])),
    reasons: Object.fromEntries(REJECT_REASONS.map((reason) => [reason, textOf(page, `identity.reason.${reason}`)])),
  } as CustomerTexts;
  known.set(locale, texts);
  return texts;
}

function readTexts(locale: LocaleCode, file: string): Record<string, string> {
  return JSON.parse(readFileSync(resourcePath(`locales/${locale}/${file}`), 'utf8')) as Record<string, string>;
}

function textOf(texts: Record<string, string>, id: string): string {
  const text = ownValue(texts, id);
  if (text === undefined) throw new Error(`The text ${id} is missing`);
  return text;
}

import { ownValue } from './tables/ownValue.ts';
/** The required content of the SEO dictionary per page (`dict/seo`, specification §5). */

/** Keys that every page requires. */
export const REQUIRED_SEO_KEYS = ['title', 'description', 'og_title', 'og_description', 'h1'] as const;

/** Keys with JSON text, such as `json_ld`. */
export function isJsonSeoKey(key: string): boolean {
  return key === 'json_ld' || key.endsWith('_json');
}

export interface SeoProblem {
  key: string;
  problem: 'missing' | 'empty' | 'invalidJson';
}

/**
 * Returns the problems of a page's texts in one locale. With the check-meta setting, a page with a problem gets status 500
 * (specification §5).
 */
export function checkSeoTexts(texts: Readonly<Record<string, string>>): SeoProblem[] {
  const problems: SeoProblem[] = [];
  for (const key of REQUIRED_SEO_KEYS) {
    const text = ownValue(texts, key);
    if (text === undefined) problems.push({ key, problem: 'missing' });
    else if (text.trim() === '') problems.push({ key, problem: 'empty' });
  }
  for (const [key, text] of Object.entries(texts)) {
    if (isJsonSeoKey(key) && !isJson(text)) problems.push({ key, problem: 'invalidJson' });
  }
  return problems;
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/** The per-page SEO dictionary (`dict/seo`): what must be in it (specification §5). */

/** Without these keys a page has no decent head. */
export const REQUIRED_SEO_KEYS = ['title', 'description', 'og_title', 'og_description', 'h1'] as const;

/** Keys whose text is JSON: `json_ld`, and whatever else is named so. */
export function isJsonSeoKey(key: string): boolean {
  return key === 'json_ld' || key.endsWith('_json');
}

export interface SeoProblem {
  key: string;
  problem: 'missing' | 'empty' | 'invalidJson';
}

/**
 * What is wrong with one locale's texts of one page. With the check-meta setting on, a page with any problem is
 * answered with 500 (specification §5).
 */
export function checkSeoTexts(texts: Readonly<Record<string, string>>): SeoProblem[] {
  const problems: SeoProblem[] = [];
  for (const key of REQUIRED_SEO_KEYS) {
    const text = texts[key];
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

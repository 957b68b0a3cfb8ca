/** What an address of the blog asks for */
export type BlogAddress =
  | { kind: 'page'; category: string | null; number: number }
  /** A post, or the first page of a category */
  | { kind: 'slug'; slug: string }
  /** The first page of a list has no number. */
  | { kind: 'moved'; path: string };

const PAGE = /^(?:(.+)\/)?page(\d{1,6})$/;

/**
 * Reads a path without locale (D66): "/blog", "/blog/page2", "/blog/{category}/page2", "/blog/{slug}". Returns null for a path that
 * no page of the blog has.
 */
export function readBlogAddress(path: string): BlogAddress | null {
  const rest = path.replace(/^\/blog\/?/, '');
  if (rest === '') return { kind: 'page', category: null, number: 1 };
  const [, category = null, digits] = PAGE.exec(rest) ?? [];
  if (digits === undefined) return { kind: 'slug', slug: rest };
  const number = Number(digits);
  if (number === 0 || String(number) !== digits) return null;
  if (number === 1) return { kind: 'moved', path: blogPath(category, 1) };
  return { kind: 'page', category, number };
}

/** Returns the path of a page of the list, without locale. */
export function blogPath(category: string | null, number: number): string {
  const list = category === null ? '/blog' : `/blog/${category}`;
  return number === 1 ? list : `${list}/page${number}`;
}

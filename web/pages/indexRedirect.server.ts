import type { Instrument } from '../../contract/api/instruments.ts';
import { REFERRAL_PATTERN } from '../../contract/limits.ts';
import { localizePath, splitLocale } from '../../contract/paths/locales.ts';
import type { Target } from '../../contract/paths/cleanUrl.ts';

type Named = Pick<Instrument, 'slug' | 'bestChangeName'>;

/**
 * Returns the redirect of the index page with `cur_from` and `cur_to` (§2): `/exchange-{from}-{to}?ref={value}`, or `/` when an
 * instrument is unknown or the API host does not answer. A code matches a slug, then a lowercased `bestChangeName` (D15).
 * Returns null for other addresses.
 */
export async function indexRedirect(
  { path, search }: Target,
  instruments: () => Promise<readonly Named[]>,
): Promise<string | null> {
  const { locale, path: barePath } = splitLocale(path);
  const query = new URLSearchParams(search);
  const codes = [query.get('cur_from'), query.get('cur_to')];
  if (barePath !== '/' || codes.every((code) => code === null)) return null;
  const known = await instruments().catch((): readonly Named[] => []);
  const [from, to] = codes.map((code) => findSlug(known, code));
  if (!from || !to || from === to) return localizePath(locale, '/');
  const referral = query.get('ref');
  const tail = referral !== null && REFERRAL_PATTERN.test(referral) ? `?ref=${referral}` : '';
  return localizePath(locale, `/exchange-${from}-${to}${tail}`);
}

function findSlug(instruments: readonly Named[], code: string | null): string | null {
  const wanted = code?.trim().toLowerCase();
  if (!wanted) return null;
  const found =
    instruments.find(({ slug }) => slug === wanted) ??
    instruments.find(({ bestChangeName }) => bestChangeName.toLowerCase() === wanted);
  // The slug becomes part of a URL, and another API host could send anything.
  return found && /^[a-z0-9]{1,32}$/.test(found.slug) ? found.slug : null;
}

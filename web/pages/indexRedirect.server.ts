import type { Instrument } from '../../contract/api/instruments.ts';
import { REFERRAL_PATTERN } from '../../contract/limits.ts';
import { isDecimal, isPositive } from '../../contract/money.ts';
import { localizePath, splitLocale } from '../../contract/paths/locales.ts';
import type { Target } from '../../contract/paths/cleanUrl.ts';

type Named = Pick<Instrument, 'slug' | 'bestChangeName' | 'instrumentType' | 'activeToSend'>;

/**
 * Returns the redirect of the index page with `cur_from` and `cur_to` (§2): `/exchange-{from}-{to}?ref={value}`, or `/` when an
 * instrument is unknown or the API host does not answer. A code matches a slug, then a lowercased `bestChangeName` (D15). Money that
 * the card provider takes can be sent (D27). `amount` is kept. Returns null for other addresses.
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
  const coins = known.filter(({ instrumentType }) => instrumentType !== 'fiat');
  const money = known.filter(({ instrumentType, activeToSend }) => instrumentType === 'fiat' && activeToSend === true);
  const from = findSlug([...coins, ...money], codes[0]);
  const to = findSlug(coins, codes[1]);
  if (!from || !to || from === to) return localizePath(locale, '/');
  const [referral, amount] = [query.get('ref'), query.get('amount')];
  const kept = new URLSearchParams({
    ...(referral !== null && REFERRAL_PATTERN.test(referral) && { ref: referral }),
    ...(isDecimal(amount) && isPositive(amount) && { amount }),
  }).toString();
  return localizePath(locale, `/exchange-${from}-${to}${kept && `?${kept}`}`);
}

function findSlug(instruments: readonly Named[], code: string | null | undefined): string | null {
  const wanted = code?.trim().toLowerCase();
  if (!wanted) return null;
  const found =
    instruments.find(({ slug }) => slug === wanted) ??
    instruments.find(({ bestChangeName }) => bestChangeName.toLowerCase() === wanted);
  // The slug becomes part of a URL, and another API host could send anything.
  return found && /^[a-z0-9]{1,32}$/.test(found.slug) ? found.slug : null;
}

import { LOCALES, type LocaleCode } from '../../contract/paths/locales.ts';

/** Vite's manifest: source file → built file. */
export type Manifest = Readonly<
  Record<
    string,
    { file: string; css?: readonly string[]; imports?: readonly string[]; isEntry?: boolean; isDynamicEntry?: boolean }
  >
>;

/** Paths, with a leading slash, of the files that a page loads. */
export interface PageAssets {
  entry: string;
  /** All modules of the entry and the page's screen, to be preloaded. */
  modules: readonly string[];
  fonts: readonly string[];
}

/** The script with which pages of the website begin */
const SITE_ENTRY = 'web/client.tsx';
const LATIN_FONT = /geist-latin-wght-normal\.woff2$/;
/** The name of a language in itself has its letters. */
const CYRILLIC = /\p{Script=Cyrillic}/u;
const CYRILLIC_FONT = /geist-cyrillic-wght-normal\.woff2$/;

/** Returns the files that a page with these source modules loads. Throws when the build has no browser entry. */
export function pageAssets(
  manifest: Manifest,
  locale: LocaleCode,
  sources: readonly string[],
  entrySource = SITE_ENTRY,
): PageAssets {
  const entry = manifest[entrySource];
  if (!entry) throw new Error(`The build's manifest has no ${entrySource}: build the site again`);
  const keys = closure(manifest, [entrySource, ...sources]);
  const chunks = keys.flatMap((key) => manifest[key] ?? []);
  const wantedFonts = CYRILLIC.test(LOCALES[locale].name) ? [LATIN_FONT, CYRILLIC_FONT] : [LATIN_FONT];
  const fonts = wantedFonts.flatMap((pattern) => Object.entries(manifest).find(([key]) => pattern.test(key))?.[1].file ?? []);
  return {
    entry: `/${entry.file}`,
    modules: chunks.map(({ file }) => `/${file}`).filter((file) => file !== `/${entry.file}` && file.endsWith('.js')),
    fonts: fonts.map((file) => `/${file}`),
  };
}

/** Returns the sources and all their static imports, without duplicates. */
function closure(manifest: Manifest, sources: readonly string[]): string[] {
  const found = new Set<string>();
  const visit = (key: string): void => {
    if (found.has(key)) return;
    found.add(key);
    manifest[key]?.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return [...found];
}

/** Returns the stylesheets of the build, relative to the client folder. */
export function styleFiles(manifest: Manifest): string[] {
  const named = Object.values(manifest).flatMap(({ css = [] }) => css);
  return [...new Set([...named, ...(manifest['style.css'] ? [manifest['style.css'].file] : [])])];
}

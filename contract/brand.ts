import { ownValue } from './tables/ownValue.ts';
import { DEFAULT_LOCALE, LOCALE_CODES, type LocaleCode } from './paths/locales.ts';

/** White-label settings in `resources/brand.json`, read by the web host. */
export interface Brand {
  name: string;
  /** One-line description for search results and previews. In a language without one the default language's is shown. */
  tagline: Readonly<Partial<Record<LocaleCode, string>>>;
  /** Path of the logo mark (an SVG of the site). */
  logoMark: string;
  /** Colours of the browser's toolbar by theme, CSS hex. */
  frameColour: { light: string; dark: string };
  legalEntity: string;
  supportEmail: string;
  /** Where researchers report security problems, in `security.txt` (RFC 9116). */
  securityEmail: string;
  /** Where authorities send requests for data. null: there is no page about them (`/for-competent-authorities`). */
  authoritiesEmail: string | null;
  /** Specification §4: with ckm B the e-mail is confirmed only when `ref` equals this. */
  affiliateId: string;
  /** Customers agree to the terms when they register. */
  termsAtRegistration: boolean;
  /** Handle for link previews, "@name", or null. */
  socialHandle: string | null;
}

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[A-Za-z]{2,}$/;

/** Validates the brand. Throws an Error that names a missing or invalid field. */
export function parseBrand(value: unknown): Brand {
  const fields = record(value, 'brand');
  const frameColour = record(fields['frameColour'], 'frameColour');
  return {
    name: text(fields['name'], 'name', /^[^<>]{1,40}$/),
    tagline: taglines(record(fields['tagline'], 'tagline')),
    logoMark: text(fields['logoMark'], 'logoMark', /^\/(?!\/)[A-Za-z0-9/_.-]+\.svg$/),
    frameColour: {
      light: text(frameColour['light'], 'frameColour.light', /^#[0-9a-f]{6}$/i),
      dark: text(frameColour['dark'], 'frameColour.dark', /^#[0-9a-f]{6}$/i),
    },
    legalEntity: text(fields['legalEntity'], 'legalEntity'),
    supportEmail: text(fields['supportEmail'], 'supportEmail', EMAIL),
    securityEmail: text(fields['securityEmail'], 'securityEmail', EMAIL),
    authoritiesEmail: fields['authoritiesEmail'] === null ? null : text(fields['authoritiesEmail'], 'authoritiesEmail', EMAIL),
    affiliateId: text(fields['affiliateId'], 'affiliateId', /^[A-Za-z0-9_-]{1,64}$/),
    termsAtRegistration: flag(fields['termsAtRegistration'], 'termsAtRegistration'),
    socialHandle: fields['socialHandle'] === null ? null : text(fields['socialHandle'], 'socialHandle', /^@\w{1,30}$/),
  };
}

/** Returns the brand's tagline in a language. */
export const taglineIn = ({ tagline }: Pick<Brand, 'tagline'>, locale: LocaleCode): string =>
  tagline[locale] ?? tagline[DEFAULT_LOCALE] ?? '';

function taglines(given: Record<string, unknown>): Brand['tagline'] {
  const known = LOCALE_CODES.filter((code) => code === DEFAULT_LOCALE || ownValue(given, code) !== undefined);
  return Object.fromEntries(known.map((code) => [code, text(ownValue(given, code), `tagline.${code}`)]));
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${name} must be an object`);
  return { ...value };
}

function flag(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw new Error(`${name} must be true or false`);
  return value;
}

function text(value: unknown, name: string, pattern = /^.{1,200}$/): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw new Error(`${name} must match ${pattern.source}`);
  return value;
}

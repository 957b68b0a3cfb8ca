import { isDecimal } from '../../contract/money.ts';
import { ConfigurationError } from './configurationError.ts';

/** Environment variables by name. The functions below read one of them, and throw a ConfigurationError that names it. */
export type Variables = Readonly<Record<string, string | undefined>>;

export function wholeNumber(variables: Variables, name: string, fallback: number, least: number, most: number): number {
  const text = variables[name];
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new ConfigurationError(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  return value;
}

export function decimal(variables: Variables, name: string, fallback: string): string {
  const text = variables[name] ?? fallback;
  const isUsable: boolean = isDecimal(text);
  if (!isUsable) throw new ConfigurationError(`${name} must be a plain decimal such as 1000 or 0.5, not "${text}".`);
  return text;
}

export function oneOf<const Options extends readonly string[]>(
  variables: Variables,
  name: string,
  options: Options,
  fallback: Options[number],
): Options[number] {
  const text = variables[name] ?? fallback;
  const found = options.find((option) => option === text);
  if (found === undefined)
    throw new ConfigurationError(`${name} must be one of ${options.filter(Boolean).join(', ')}, not "${text}".`);
  return found;
}

/** Returns the parts of a list that commas separate, without spaces around them; empty if the variable is not set. */
export function list(variables: Variables, name: string): string[] {
  return (variables[name] ?? '').split(',').flatMap((part) => part.trim() || []);
}

/** Returns the public origin of a site, without a trailing slash; null if the variable is not set. */
export function origin(variables: Variables, name: string): string | null {
  const text = variables[name];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash) return url.origin;
  throw new ConfigurationError(`${name} must be an address such as https://swap.example, without a path, not "${text}".`);
}

/** Returns a list of such origins; `fallback` if the variable is not set. */
export function origins(variables: Variables, name: string, fallback: readonly string[]): readonly string[] {
  const named = list(variables, name).flatMap((text) => origin({ [name]: text }, name) ?? []);
  return named.length > 0 ? named : fallback;
}

/** Returns the folder with the database, the seed and the keys. */
export const dataDirectoryOf = (variables: Variables): string => variables['DATA_DIR'] || '.data';

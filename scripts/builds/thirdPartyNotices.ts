import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file with the notices, in the root of the site and of the desktop app */
export const NOTICES_FILE = 'third-party-notices.txt';

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
}

/** A package of which we ship code or content. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** As an SPDX expression */
  licence: string;
  /** Texts of its licence and notices; none where this system does not install the package */
  texts: string[];
}

/** Development packages whose pictures and lists are copied into `resources/` */
const COPIED = ['@web3icons/core', 'cryptocurrency-icons', 'i18n-iso-countries'];
const NOTICE_NAME = /^(?:licen[cs]e|copying|notice|third[-_ ]?party)/i;

/** Returns the packages that the lock file installs for an operator, and those of which content is copied, by name and version. */
export function listShippedPackages(root = '.'): ShippedPackage[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> };
  const shipped = Object.entries(lock.packages).flatMap(([path, { version, license, dev }]): ShippedPackage[] => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (name === '' || (dev === true && !COPIED.includes(name))) return [];
    return [{ name, version: version ?? '', licence: license ?? 'unknown', texts: readTexts(join(root, path)) }];
  });
  const unique = new Map(shipped.map((one) => [`${one.name} ${one.version}`, one]));
  return [...unique.values()].toSorted((left, right) =>
    `${left.name} ${left.version}` < `${right.name} ${right.version}` ? -1 : 1,
  );
}

function readTexts(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && NOTICE_NAME.test(entry.name));
  return files.map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
}

/** Returns the licences of everything that we ship and did not write. Packages with the same text share it. */
export function thirdPartyNotices(): string {
  const tokens = JSON.parse(readFileSync('resources/catalogue/publishedTokens.json', 'utf8')) as { source: string }[];
  const lists = [...new Set(tokens.map(({ source }) => source))];
  const packages = listShippedPackages();
  const byText = Map.groupBy(
    packages.flatMap(({ texts, ...one }) => texts.map((text) => ({ ...one, text }))),
    ({ text }) => text,
  );
  const line = ({ name, version, licence }: Omit<ShippedPackage, 'texts'>): string => `${name} ${version} (${licence})`;
  return [
    'Causeway contains, or is installed with, the software below.',
    `Contracts and digits of tokens were taken from ${lists.join(', ')} (Apache-2.0 or MIT).`,
    packages.map(line).join('\n'),
    ...[...byText].map(([text, own]) => `${'-'.repeat(72)}\n${own.map(line).join('\n')}\n\n${text}`),
    '',
  ].join('\n\n');
}

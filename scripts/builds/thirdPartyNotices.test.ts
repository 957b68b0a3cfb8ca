import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { listShippedPackages, thirdPartyNotices } from './thirdPartyNotices.ts';

/** Each lets us ship the package beside MIT code, with its notice. The LGPL is that of a library which `sharp` loads from its own file. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
];

describe('third-party notices', () => {
  const packages = listShippedPackages();

  test('name every dependency, with a licence that allows what we do', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(packageJson.dependencies)));
    const licencesOf = (licence: string): string[] => licence.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /);
    const others = packages.filter(({ licence }) => !licencesOf(licence).every((one) => ALLOWED.includes(one)));
    expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
  });

  test('contain the text of each installed package that has one', () => {
    const notices = thirdPartyNotices();
    for (const { name, version, texts } of packages) {
      expect(notices).toContain(`${name} ${version} (`);
      for (const text of texts) expect(notices.includes(text), name).toBe(true);
    }
    expect(packages.filter(({ texts }) => texts.length > 0).length).toBeGreaterThan(packages.length / 2);
    expect(notices).toContain('@ledgerhq/cryptoassets');
  });
});

test('each package with an install script says whether it may run it', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const withScript = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = withScript.map(([path]) => path.split('node_modules/').at(-1) ?? path);
  expect(Object.keys(packageJson.allowScripts).toSorted()).toEqual(names.toSorted());
});

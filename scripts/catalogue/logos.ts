/** Copies the catalogue's logos into a folder: `node scripts/catalogue/logos.ts dist/static/coins`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogueInstrument, Network } from '../../server/instruments/catalogue.ts';
import { readLogo } from './logoSources.ts';

function readCatalogue<Entry>(file: string): Entry[] {
  const entries: Entry[] = JSON.parse(readFileSync(new URL(`../../resources/catalogue/${file}`, import.meta.url), 'utf8'));
  return entries;
}

/** Writes each logo of the catalogue once, as `{name}.svg`. Returns their number. Throws if a logo has no image. */
export function copyLogos(outputDirectory: string): number {
  const named = [...readCatalogue<Network>('networks.json'), ...readCatalogue<CatalogueInstrument>('instruments.json')];
  const names = new Set(named.flatMap(({ logo }) => (logo === null ? [] : [logo])));
  mkdirSync(outputDirectory, { recursive: true });
  for (const name of names) {
    const svg = readLogo(name);
    if (svg === undefined) throw new Error(`The catalogue names ${name}, which no logo package has`);
    writeFileSync(join(outputDirectory, name), svg);
  }
  return names.size;
}

if (import.meta.main) {
  const [outputDirectory] = process.argv.slice(2);
  if (!outputDirectory) throw new Error('Name the folder for the logos');
  console.log(`${copyLogos(outputDirectory)} logos in ${outputDirectory}`);
}

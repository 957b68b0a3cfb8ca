import { createLogger } from '../../server/common/log.ts';
import { createContent } from '../../server/content/createContent.ts';
import { readBrand } from '../../server/content/readBrand.ts';
import { loadCatalogue } from '../../server/instruments/loadCatalogue.ts';
import { readOperatorSettings } from '../../server/operator/settings/operatorSettings.ts';

/** Throws an Error that names an invalid file of `resources/content/`. A host reads them when the first text is requested. */
export function checkContent(): void {
  const settings = { ...readOperatorSettings({}), brand: readBrand(), catalogue: loadCatalogue(), networks: [] };
  createContent({ settings: () => settings, blogUrl: null, log: createLogger('silent') });
}

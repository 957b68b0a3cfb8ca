import { parseBrand } from '../contract/brand.ts';
import { appNameOf } from '../contract/desktop/appName.ts';
import brandFile from '../resources/brand.json' with { type: 'json' };

/** The brand of this exchange (white-label), fixed at build time. */
export const brand = parseBrand(brandFile);

/** Separates the app from those of other brands on this computer. */
export const appName = appNameOf(brand.name);

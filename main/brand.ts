import { parseBrand } from '../contract/brand.ts';
import brandFile from '../resources/brand.json';

/** The brand of this exchange (white-label), fixed at build time. */
export const brand = parseBrand(brandFile);

import type { Brand } from '../contract/brand.ts';
import brandFile from '../resources/brand.json';

/** The brand of this exchange (white-label), fixed at build time. The web host and the desktop app validate the file at their start. */
export const brand: Brand = brandFile;

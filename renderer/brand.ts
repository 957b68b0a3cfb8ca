import { parseBrand } from '../contract/brand.ts';
import brandFile from '../resources/brand.json';

/** Who runs this exchange (white-label), as it stood when the site was built. */
export const brand = parseBrand(brandFile);

import { readFileSync } from 'node:fs';
import { parseBrand, type Brand } from '../../contract/brand.ts';
import { resourcePath } from '../common/resourcePath.ts';

/** Reads the operator's name and addresses, which the site shows too. Throws an Error that names an invalid field. */
export const readBrand = (): Brand => parseBrand(JSON.parse(readFileSync(resourcePath('brand.json'), 'utf8')));

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { NUMBER_FIELDS } from '../../contract/client/numberFields.ts';

const MODULE = fileURLToPath(new URL('../../contract/client/numberFields.ts', import.meta.url));

/** Replaces the module that reads the response schemas by its result, so that pages load no schema (D87). */
export function numberFields(): Plugin {
  return {
    name: 'number-fields',
    load: (file) => (file === MODULE ? `export const NUMBER_FIELDS = new Set(${JSON.stringify([...NUMBER_FIELDS])});` : null),
  };
}

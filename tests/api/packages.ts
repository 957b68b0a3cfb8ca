import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Json, JsonObject } from '../../server/documentation/components.ts';

/** Where the packages of this folder are, which the project itself does not have. */
export const FOLDER = resolve('tests/api');
const require = createRequire(join(FOLDER, 'package.json'));

/** Says what is wrong with a value; null if nothing is. */
export type Check = (value: unknown) => string | null;

interface Ajv {
  addSchema(schema: object, key: string): void;
  compile(schema: object): { (value: unknown): boolean; errors?: readonly object[] | null };
}
type AjvClass = new (options: object) => Ajv;

const OPTIONS = { strict: false, validateFormats: false };

/** Returns a function that compiles a schema into a check. References are resolved in `document`. */
export function createChecker(document: JsonObject): (schema: Json) => Check {
  const { default: Ajv2020 } = require('ajv/dist/2020.js') as { default: AjvClass };
  const ajv = new Ajv2020(OPTIONS);
  ajv.addSchema(document, 'document');
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');
    return check(ajv.compile(JSON.parse(text) as object));
  };
}

function check(validate: ReturnType<Ajv['compile']>): Check {
  return (value) => (validate(value) ? null : JSON.stringify(validate.errors));
}

/** Says why a document is not a valid AsyncAPI 3.0 document; null if it is one. */
export function asyncApiFaults(document: JsonObject): string | null {
  const { default: Ajv } = require('ajv') as { default: AjvClass };
  const { schemas } = require('@asyncapi/specs') as { schemas: Record<string, object> };
  // The schema contains its meta-schema.
  return check(new Ajv({ ...OPTIONS, meta: false, validateSchema: false }).compile(schemas['3.0.0'] ?? {}))(document);
}

/** Throws with the reasons if the document is not a valid OpenAPI document. */
export async function assertOpenApi(document: JsonObject): Promise<void> {
  const parser = require('@readme/openapi-parser') as {
    validate(document: object): Promise<{ valid: boolean; errors?: { message: string }[] }>;
  };
  const { valid, errors = [] } = await parser.validate(structuredClone(document));
  if (!valid) throw new Error(errors.map(({ message }) => message).join('\n'));
}

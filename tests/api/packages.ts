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
type Draft = '2020' | 'draft-07';

/** Returns a function that compiles a schema into a check. References are resolved in `document`. */
export function createChecker(document: JsonObject, draft: Draft = '2020'): (schema: Json) => Check {
  const { default: AjvClass } = require(draft === '2020' ? 'ajv/dist/2020.js' : 'ajv') as {
    default: new (options: object) => Ajv;
  };
  const ajv = new AjvClass({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(document, 'document');
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/');
    const validate = ajv.compile(JSON.parse(text) as object);
    return (value) => (validate(value) ? null : JSON.stringify(validate.errors));
  };
}

/** Throws with the reasons if the document is not a valid OpenAPI document. */
export async function assertOpenApi(document: JsonObject): Promise<void> {
  const parser = require('@readme/openapi-parser') as {
    validate(document: object): Promise<{ valid: boolean; errors?: { message: string }[] }>;
  };
  const { valid, errors = [] } = await parser.validate(structuredClone(document));
  if (!valid) throw new Error(errors.map(({ message }) => message).join('\n'));
}

/** The JSON schema of AsyncAPI 3.0 documents. */
export function asyncApiSchema(): JsonObject {
  return (require('@asyncapi/specs') as { schemas: Record<string, JsonObject> }).schemas['3.0.0'] ?? {};
}

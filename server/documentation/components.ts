/** A JSON Schema or a document that contains some. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** References to the decisions of docs/requirements.md, which a reader of the API does not have. */
const CITATION = /\s*\((?:[D§]\d+(?:, )?)+\)/g;

/**
 * Returns a copy of `document` in which every schema with a `title` is a reference to a component of that name, and the
 * components. Unions of text constants become one enum, and citations of decisions are removed from descriptions. Throws if two
 * different schemas have the same title.
 */
export function nameSchemas<Document extends Json>(document: Document): { document: Document; schemas: JsonObject } {
  const schemas: JsonObject = {};

  const visit = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const copy: JsonObject = simplify(Object.fromEntries(Object.entries(value).map(([key, part]) => [key, visit(part)])));
    if (typeof copy['description'] === 'string') copy['description'] = copy['description'].replaceAll(CITATION, '');
    if (typeof copy['title'] !== 'string' || !isSchema(copy)) return copy;
    const { title: name, ...schema } = copy;
    const known = schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) throw new Error(`Two schemas have the title ${name}`);
    schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  };

  const named = visit(document);
  const sorted = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { document: named as Document, schemas: Object.fromEntries(sorted) };
}

function isSchema(value: JsonObject): boolean {
  return 'type' in value || 'enum' in value || 'anyOf' in value;
}

/** Code generators need the type of an enum, and read a union of constants as several types. */
function simplify(value: JsonObject): JsonObject {
  const { anyOf, ...rest } = value;
  if (Array.isArray(anyOf)) {
    const constants = anyOf.flatMap(constantsOf);
    const isEnum = anyOf.length > 0 && anyOf.every((part) => constantsOf(part).length > 0);
    return isEnum ? { type: 'string', enum: constants, ...rest } : value;
  }
  if ('type' in value || !('enum' in value || 'const' in value)) return value;
  const constants = constantsOf(value);
  const { const: _one, ...others } = value;
  return constants.length > 0 ? { type: 'string', ...others, enum: constants } : value;
}

/** Returns the texts that a schema without further conditions allows; none for every other schema. */
function constantsOf(schema: Json): string[] {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || '$ref' in schema) return [];
  const { type = 'string', enum: values = 'const' in schema ? [schema['const'] ?? null] : [] } = schema;
  if (type !== 'string' || !Array.isArray(values)) return [];
  return values.every((value) => typeof value === 'string') ? values : [];
}

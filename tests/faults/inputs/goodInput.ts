import fc from 'fast-check';
import type { JsonSchema } from './operations.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Values that mean something to the running host, by the name of the field: hostile ones beside them reach the domain.
 * `undefined`: left out, because with it the call is about something else.
 */
export type KnownValues = Readonly<Record<string, Json | undefined>>;

/** An input that the schema allows, with every optional field that is not left out. */
export function goodInput(schema: JsonSchema, known: KnownValues, name = ''): Json {
  if (Object.hasOwn(known, name)) return known[name] ?? null;
  const given = schema.const ?? schema.examples?.[0] ?? schema.enum?.[0];
  if (given !== undefined) return given as Json;
  const variant = schema.anyOf?.find(({ type }) => type !== 'null');
  if (variant) return goodInput(variant, known);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => !Object.hasOwn(known, key) || known[key] !== undefined)
          .map(([key, property]) => [key, goodInput(property, known, key)]),
      );
    case 'array':
      return schema.items ? [goodInput(schema.items, known)] : [];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return schema.pattern ? matching(schema.pattern) : 'a'.repeat(schema.minLength ?? 1);
    default:
      return null;
  }
}

function matching(pattern: string): string {
  return fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 1, seed: 1 })[0] ?? '';
}

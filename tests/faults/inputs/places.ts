import type { Json } from './goodInput.ts';
import type { JsonSchema } from './operations.ts';

/** Somewhere in an input. */
export interface Place {
  path: readonly string[];
  schema: JsonSchema;
  isRequired: boolean;
}

/** The input itself, and everything in it that the schema names. */
export function placesOf(schema: JsonSchema, path: readonly string[] = [], isRequired = true): Place[] {
  const own = schema.properties ? schema : (schema.anyOf?.find(({ properties }) => properties) ?? schema);
  const inner = Object.entries(own.properties ?? {}).flatMap(([name, property]) =>
    placesOf(property, [...path, name], own.required?.includes(name) ?? false),
  );
  return [{ path, schema: own, isRequired }, ...inner];
}

/** The same value with something else at a place, whether it and the objects around it are there or not; `undefined` takes it away. */
export function replaceAt(value: Json, [name, ...rest]: readonly string[], replacement: Json | undefined): Json | undefined {
  if (name === undefined) return replacement;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): [string, Json][] => {
    if (key !== name) return [[key, inner]];
    const next = replaceAt(inner, rest, replacement);
    return next === undefined ? [] : [[key, next]];
  });
  const added = replacement === undefined || Object.hasOwn(value, name) ? undefined : replaceAt({}, rest, replacement);
  return Object.fromEntries(added === undefined ? entries : [...entries, [name, added]]);
}

export function valueAt(value: Json, path: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const name of path) {
    found =
      typeof found === 'object' && found !== null && !Array.isArray(found) && Object.hasOwn(found, name)
        ? found[name]
        : undefined;
  }
  return found;
}

import createSerializer from 'fast-json-stringify';
import Compile from 'typebox/compile';
import type { TSchema } from 'typebox';
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import { findControlCharacter } from './common/controlCharacters.ts';

/** Returns what `make` returns for a schema, made at its first use: most processes answer few of the routes. */
function atFirstUse<Compiled extends object>(make: (schema: TSchema) => Compiled): (schema: TSchema) => Compiled {
  const made = new WeakMap<TSchema, Compiled>();
  return (schema) => {
    const known = made.get(schema) ?? make(schema);
    made.set(schema, known);
    return known;
  };
}

const validatorOf = atFirstUse((schema) => Compile(schema));

/**
 * Validates without coercion: values of a query stay strings. Refuses control characters in every text, whatever the schema says. A
 * missing body counts as `{}`, because the specification lists no fields for some calls.
 */
export function validate(schema: TSchema, given: unknown) {
  const validator = validatorOf(schema);
  // Fastify passes null for a missing body.
  const value = given ?? {};
  if (!validator.Check(value)) return { error: validator.Errors(value) };
  const instancePath = findControlCharacter(value);
  if (instancePath === null) return { value };
  const message = 'must not contain control characters, such as line breaks';
  return { error: [{ keyword: 'pattern', schemaPath: '#', instancePath, message, params: {} }] };
}

export const compileValidator: FastifySchemaCompiler<TSchema> =
  ({ schema }) =>
  (given: unknown) =>
    validate(schema, given);

const serializerOf = atFirstUse((schema) => createSerializer(schema));

/** Writes an answer with the fields of its schema only. */
export const serialize = (schema: TSchema, answer: unknown): string => serializerOf(schema)(answer);

export const compileSerializer: FastifySerializerCompiler<TSchema> =
  ({ schema }) =>
  (answer) =>
    serialize(schema, answer);

import Compile from 'typebox/compile';
import type { TSchema } from 'typebox';
import type { FastifySchemaCompiler } from 'fastify';
import { findControlCharacter } from './common/controlCharacters.ts';

/**
 * Validates without coercion: values of a query stay strings. Refuses control characters in every text, whatever the schema says. A
 * missing body counts as `{}`, because the specification lists no fields for some calls.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validator = Compile(schema);
  return (given: unknown) => {
    // Fastify passes null for it.
    const value = given ?? {};
    if (!validator.Check(value)) return { error: validator.Errors(value) };
    const instancePath = findControlCharacter(value);
    if (instancePath === null) return { value };
    const message = 'must not contain control characters, such as line breaks';
    return { error: [{ keyword: 'pattern', schemaPath: '#', instancePath, message, params: {} }] };
  };
};

import Compile from 'typebox/compile';
import type { TSchema } from 'typebox';
import type { FastifySchemaCompiler } from 'fastify';
import { findControlCharacter } from './common/controlCharacters.ts';

/** Validates without coercion: values of a query stay strings. Refuses control characters in every text, whatever the schema says. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validator = Compile(schema);
  return (value: unknown) => {
    if (!validator.Check(value)) return { error: validator.Errors(value) };
    const instancePath = findControlCharacter(value);
    if (instancePath === null) return { value };
    const message = 'must not contain control characters, such as line breaks';
    return { error: [{ keyword: 'pattern', schemaPath: '#', instancePath, message, params: {} }] };
  };
};

import Compile from 'typebox/compile';
import type { TSchema } from 'typebox';
import type { FastifySchemaCompiler } from 'fastify';

/** Validates without coercion: values of a query stay strings. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validator = Compile(schema);
  return (value: unknown) => (validator.Check(value) ? { value } : { error: validator.Errors(value) });
};

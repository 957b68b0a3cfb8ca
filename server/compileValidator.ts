import Compile from 'typebox/compile';
import type { TSchema } from 'typebox';
import type { FastifySchemaCompiler } from 'fastify';

/** Checks what came as it came: a query has texts only, and nothing is turned into what it was not. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  const validator = Compile(schema);
  return (value: unknown) => (validator.Check(value) ? { value } : { error: validator.Errors(value) });
};

import { createHash } from 'node:crypto';

/** The names of PostgreSQL's prepared statements, by their text. They are as many as reads that are compiled once. */
const names = new Map<string, string>();
/** In hex digits. PostgreSQL cuts names after 63 bytes. */
const NAME_LENGTH = 40;

/** Makes each connection to PostgreSQL parse and plan a text once. Only for texts without lists of varying length. */
export function nameStatement(text: string): void {
  // Of the text, so that a connection that other processes share never runs another one.
  if (!names.has(text)) names.set(text, createHash('sha256').update(text).digest('hex').slice(0, NAME_LENGTH));
}

/** Returns the name of a statement's text; undefined for one that is not prepared. */
export const nameOfStatement = (text: string): string | undefined => names.get(text);

/** The names of PostgreSQL's prepared statements, by their text. They are as many as reads that are compiled once. */
const names = new Map<string, string>();

/** Makes each connection to PostgreSQL parse and plan a text once. Only for texts without lists of varying length. */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `compiled_${names.size}`);
}

/** Returns the name of a statement's text; undefined for one that is not prepared. */
export const nameOfStatement = (text: string): string | undefined => names.get(text);

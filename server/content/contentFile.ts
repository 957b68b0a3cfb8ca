import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { parse } from 'yaml';

const FrontMatterSchema = Type.Object({ title: Type.String(), lead: Type.String() }, { additionalProperties: false });

/** Texts by placeholder: `{{name}}` in a file stands for `name`. */
export type Placeholders = Readonly<Record<string, string>>;

export interface ContentFile extends Static<typeof FrontMatterSchema> {
  /** Markdown */
  text: string;
}

/**
 * Reads a content file: YAML with `title` and `lead` between two lines of dashes, then Markdown. Throws an Error that names the
 * file when its head is invalid, or when it has an unknown placeholder.
 */
export function readContentFile(name: string, content: string, placeholders: Placeholders): ContentFile {
  const filled = content.replaceAll(/\{\{(\w+)\}\}/g, (_match, key: string) => {
    const text = Object.hasOwn(placeholders, key) ? placeholders[key] : undefined;
    if (text === undefined) throw new Error(`${name}: unknown placeholder {{${key}}}`);
    return text;
  });
  // A number stays in one line with its unit.
  const joined = filled.replaceAll(/(\d) (?=[%\p{L}])/gu, '$1\u00a0');
  const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(joined) ?? [];
  if (head === undefined || text === undefined)
    throw new Error(`${name} must begin with its title and lead between lines of dashes`);
  const fields: unknown = parse(head);
  if (!Value.Check(FrontMatterSchema, fields)) throw new Error(`${name}: its head must have title and lead, and nothing else`);
  return { ...fields, text: text.trim() };
}

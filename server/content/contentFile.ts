import type { Static, TObject } from 'typebox';
import Value from 'typebox/value';
import { parse } from 'yaml';
import { unbroken } from './unbroken.ts';

/** Texts by placeholder: `{{name}}` in a file stands for `name`. */
export type Placeholders = Readonly<Record<string, string>>;

export type ContentFile<Head extends TObject> = Static<Head> & {
  /** Markdown */
  text: string;
};

/**
 * Reads a content file: YAML with the fields of `head` between two lines of dashes, then Markdown. Throws an Error that names the
 * file when its head is invalid, or when it has an unknown placeholder.
 */
export function readContentFile<Head extends TObject>(
  name: string,
  content: string,
  placeholders: Placeholders,
  head: Head,
): ContentFile<Head> {
  const filled = content.replaceAll(/\{\{(\w+)\}\}/g, (_match, key: string) => {
    const text = Object.hasOwn(placeholders, key) ? placeholders[key] : undefined;
    if (text === undefined) throw new Error(`${name}: unknown placeholder {{${key}}}`);
    return text;
  });
  const [, lines, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(filled) ?? [];
  if (lines === undefined || text === undefined)
    throw new Error(`${name} must begin with its title and lead between lines of dashes`);
  const fields = readHead(name, unbroken(lines));
  if (!Value.Check(head, fields))
    throw new Error(`${name}: its head must have ${Object.keys(head.properties).join(', ')}, and nothing else`);
  return { ...fields, text: text.trim() };
}

function readHead(name: string, lines: string): unknown {
  try {
    return parse(lines);
  } catch (cause) {
    throw new Error(`${name}: its head is no YAML`, { cause });
  }
}

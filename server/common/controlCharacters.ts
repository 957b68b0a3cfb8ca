const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Returns the path of the first text with a control character (U+0000–U+001F, U+007F–U+009F) in a parsed input, such as "/utmData/source";
 * null if there is none. No input of a call has several lines. PostgreSQL refuses U+0000; others could forge lines of mails and logs.
 *
 * Not recursive: an input may be nested as deeply as its size allows.
 */
export function findControlCharacter(input: unknown): string | null {
  const pending: { path: string; value: unknown }[] = [{ path: '', value: input }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && CONTROL_CHARACTER.test(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      if (CONTROL_CHARACTER.test(key)) return path;
      pending.push({ path: `${path}/${key}`, value: inner });
    }
  }
  return null;
}

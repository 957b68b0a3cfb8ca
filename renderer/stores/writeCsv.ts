/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\u{FEFF}';

/** Returns rows of cells as CSV (RFC 4180). */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Escapes a cell. Spreadsheets read a text that begins with these characters as a formula, but not a number such as -1.5. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

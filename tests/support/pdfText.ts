import { inflateSync } from 'node:zlib';

/** A PDF as Chromium prints it: how many pages it has, and its text without spaces and line breaks. */
export interface PrintedText {
  pages: number;
  text: string;
}

/** Reads a PDF that Chromium printed. Its fonts name glyphs, and say in a table which characters these stand for. */
export function readPdf(file: Buffer): PrintedText {
  const objects = objectsOf(file);
  const fonts = new Map<string, Font>();
  let pages = 0;
  const contents: string[] = [];
  for (const { head, stream } of objects.values()) {
    if (/\/Type\s*\/Page\b/.test(head)) pages += 1;
    if (stream.includes(' Tf')) contents.push(stream);
    for (const [, name = '', id = ''] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(id)?.head ?? '';
      const table = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
      if (table === undefined) continue;
      // A variable font is drawn glyph by glyph, each named by one byte.
      const digits = font.includes('/Type3') ? 2 : 4;
      fonts.set(name, { digits, characters: charactersOf(objects.get(table)?.stream ?? '') });
    }
  }
  return { pages, text: contents.map((content) => textOf(content, fonts)).join('') };
}

interface Font {
  /** Hexadecimal digits of a glyph's code */
  digits: number;
  characters: Map<number, string>;
}

interface PdfObject {
  head: string;
  /** Decompressed; empty without a stream */
  stream: string;
}

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const source = file.toString('latin1');
  return new Map(
    [...source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => {
      const start = body.indexOf('stream\n');
      if (start === -1) return [id, { head: body, stream: '' }];
      const head = body.slice(0, start);
      const bytes = Buffer.from(body.slice(start + 'stream\n'.length, body.lastIndexOf('\nendstream')), 'latin1');
      // Only text is read. Pictures may be compressed in other ways.
      const isText = head.includes('FlateDecode') && !head.includes('/Subtype /Image') && !head.includes('/Length1');
      return [id, { head, stream: isText ? inflateSync(bytes).toString('latin1') : '' }];
    }),
  );
}

/** Returns the character of each glyph of a font. */
function charactersOf(table: string): Map<number, string> {
  const number = (hex: string): number => Number.parseInt(hex, 16);
  const characters = new Map<number, string>();
  for (const [, list = ''] of table.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g)) {
    for (const [, code = '', text = ''] of list.matchAll(/<(\w+)> <(\w+)>/g)) {
      characters.set(number(code), String.fromCharCode(...(text.match(/.{4}/g) ?? []).map(number)));
    }
  }
  for (const [, list = ''] of table.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', text = ''] of list.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      for (let code = number(from); code <= number(to); code += 1) {
        characters.set(code, String.fromCharCode(number(text) + code - number(from)));
      }
    }
  }
  return characters;
}

function textOf(content: string, fonts: ReadonlyMap<string, Font>): string {
  let font: Font | undefined;
  let text = '';
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\da-fA-F]+)>/g)) {
    if (name !== undefined) font = fonts.get(name);
    const codes = shown?.match(new RegExp(`.{${font?.digits ?? 4}}`, 'g')) ?? [];
    for (const code of codes) text += font?.characters.get(Number.parseInt(code, 16)) ?? '';
  }
  return text.replaceAll(/\s/g, '');
}

import { readFileSync } from 'node:fs';
import { loadMailLanguages, type MailLanguages } from '../mailLanguage.ts';

/** The languages of the host, and the ids of the texts that were written in them. */
export function recordTexts(): { languages: MailLanguages; written: Set<string> } {
  const load = loadMailLanguages();
  const written = new Set<string>();
  const languages: MailLanguages = (code) => {
    const language = load(code);
    return {
      ...language,
      text: (id, values) => {
        written.add(id);
        return language.text(id, values);
      },
    };
  };
  return { languages, written };
}

/** Returns the ids of a catalogue of mails. */
export function textIds(file: 'mail-account.json' | 'mail-order.json'): Set<string> {
  return new Set(Object.keys(JSON.parse(readFileSync(`resources/locales/en/${file}`, 'utf8')) as object));
}

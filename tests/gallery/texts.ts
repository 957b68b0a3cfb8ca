export type Language = 'en' | 'ru';

/** A sample's text in both languages; the product's own are in resources/locales. */
export function pick(english: string, russian: string): (language: Language) => string {
  return (language) => (language === 'en' ? english : russian);
}

export interface SampleProps {
  language: Language;
}

/** For events that a sample does not act on. */
export function nothing(): void {
  return undefined;
}

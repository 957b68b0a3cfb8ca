/** Returns a text in which a number stays in one line with its unit. */
export const unbroken = (text: string): string => text.replaceAll(/(\d) (?=[%\p{L}])/gu, '$1\u00a0');

/** What Node is told when it runs one of our scripts. */
export function nodeFlags(script: string): string[];

/** Returns the Node flags of a script. */
export function nodeFlags(script: string): string[];

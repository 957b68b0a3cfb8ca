interface MarkedPart {
  part: string;
  isMarked: boolean;
  /** Its place in the text */
  at: number;
}

/** Splits a text at the words of `terms`, which are in small letters. */
export function markedParts(text: string, terms: readonly string[]): MarkedPart[] {
  const wanted = new Set(terms);
  let at = 0;
  return text.split(/([\p{L}\p{N}]+)/u).flatMap((part) => {
    const place = at;
    at += part.length;
    return part === '' ? [] : [{ part, isMarked: wanted.has(part.toLowerCase()), at: place }];
  });
}

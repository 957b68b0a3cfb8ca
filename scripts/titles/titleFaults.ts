/** Longer titles are cut by `git log --oneline` and by code hosts. */
const MAX_LENGTH = 72;
/** First words of a title that describes a state instead of giving an instruction. */
const NOT_VERBS = new Set(
  'a an the this that these those it its they their he she we our you your i my one what who whoever which when where why how no not nobody nothing none all every each some any more most only also new now is are was were be has had can may must should'.split(
    ' ',
  ),
);
/** Imperatives that end like a past, present or continuous form. Those in -ss and -eed are recognised by their ending. */
const IMPERATIVES = new Set(['alias', 'bias', 'bring', 'embed', 'focus', 'ping', 'ring', 'shed', 'shred', 'string']);

/**
 * Returns the rules that a commit title breaks, one sentence each: it starts with a lower-case area, its first word is an
 * imperative, and it has at most 72 characters. Whether a word is an imperative is judged by its ending.
 */
export function titleFaults(title: string): string[] {
  const faults: string[] = [];
  if (title.length > MAX_LENGTH) faults.push(`It has ${title.length} characters; the maximum is ${MAX_LENGTH}.`);
  const parts = /^[a-z][\w ,./-]*: (?<first>\S+)/.exec(title);
  const first = parts?.groups?.['first'];
  if (first === undefined) faults.push('It must start with a lower-case area, such as "mail: ".');
  else if (!isImperative(first)) faults.push(`"${first}" is not an imperative, such as "add" or "fix".`);
  return faults;
}

function isImperative(word: string): boolean {
  if (IMPERATIVES.has(word)) return true;
  return /^[a-z][a-z-]+$/.test(word) && !NOT_VERBS.has(word) && !/(?:[^e]ed|ing|[^s]s)$/.test(word);
}

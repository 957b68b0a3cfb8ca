import type { Root } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { headings, linksOf, minutesToRead, textParts, type Heading, type TextPart } from './readTree.ts';
import { shapeTree } from './shapeTree.ts';

/** A text in a language that its author wrote. HTML may come from anybody. */
export interface SourceText {
  format: 'markdown' | 'html';
  text: string;
}

/** What one tree of a text gives. */
export interface RenderedText {
  /** Sanitised, without the title */
  html: string;
  headings: readonly Heading[];
  /** The text by heading, for the search */
  parts: readonly TextPart[];
  /** The targets of its links */
  links: readonly string[];
  minutes: number;
}

/** Ids of headings come after the sanitiser, which would give them a prefix. */
const MARKDOWN = unified().use(remarkParse).use(remarkGfm).use(remarkRehype).use(rehypeSanitize).use(rehypeSlug).freeze();
const HTML = unified().use(rehypeParse, { fragment: true }).use(rehypeSanitize).use(rehypeSlug).freeze();
const WRITER = unified().use(rehypeStringify).freeze();

/** Longer texts are refused: rendering one would keep the host busy for seconds. In characters. */
export const LONGEST_TEXT = 200_000;

/**
 * Renders a text, with ids of its headings. Scripts, unsafe links and images without a size are removed, of Markdown also HTML.
 * Throws an Error for a text that is too long.
 */
export function renderText({ format, text }: SourceText): RenderedText {
  if (text.length > LONGEST_TEXT) throw new Error(`A text has ${text.length} characters, more than ${LONGEST_TEXT}`);
  const tree: Root = format === 'markdown' ? MARKDOWN.runSync(MARKDOWN.parse(text)) : HTML.runSync(HTML.parse(text));
  shapeTree(tree);
  return {
    html: WRITER.stringify(tree),
    headings: headings(tree),
    parts: textParts(tree),
    links: linksOf(tree),
    minutes: minutesToRead(tree),
  };
}

import rehypeSanitize from 'rehype-sanitize';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** Ids of headings come after the sanitiser, which would give them a prefix. */
const PIPELINE = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize)
  .use(rehypeSlug)
  .use(rehypeStringify)
  .freeze();

/** Returns the HTML of a Markdown text, with ids of its headings. HTML in the text, scripts and unsafe links are removed. */
export function renderMarkdown(markdown: string): string {
  return String(PIPELINE.processSync(markdown));
}

import { ConfigurationError } from '../settings/configurationError.ts';
import type { Variables } from '../settings/variables.ts';

/** Returns the address of the blog service, without a slash at its end; null: the blog is files. */
export function readBlogUrl(variables: Variables): string | null {
  const text = variables['BLOG_URL'];
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash) return url.href.replace(/\/+$/, '');
  throw new ConfigurationError(`BLOG_URL must be an address such as https://blog.example/api, not "${text}".`);
}

import type { Logger } from '../common/log.ts';
import type { ContentSettings } from './contentFacts.ts';
import { createBlog, type Blog } from './blog/blog.ts';
import { createBlogService } from './blog/blogService.ts';
import { createFileBlog } from './blog/fileBlog.ts';
import { createContentPages, type ContentPages } from './contentPages.ts';
import { createDocLibrary, type DocLibrary } from './docs/docs.ts';

export interface HostContent {
  pages: ContentPages;
  docs: DocLibrary;
  blog: Blog;
}

export interface ContentOptions {
  /** Read with each request: operators change settings while the host runs (D72). */
  settings: () => ContentSettings;
  /** Of the blog service; null: the posts are files. The docs are files, which describe this version; the service can replace and add some. */
  blogUrl: string | null;
  log: Logger;
}

/** Reads all texts of the host. Throws an Error that names an invalid file. */
export function createContent({ settings, blogUrl, log }: ContentOptions): HostContent {
  const source = blogUrl === null ? createFileBlog(settings) : createBlogService({ url: blogUrl, log });
  return {
    pages: createContentPages(settings),
    docs: createDocLibrary(settings, source),
    blog: createBlog(source),
  };
}

import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { DocSection, PostCategory } from '../../../contract/schemas/content.ts';
import type { SourceText } from '../text/renderText.ts';

export interface SourcePost extends SourceText {
  slug: string;
  title: string;
  lead: string;
  /** "2026-11-20" */
  date: string;
  author: string;
  category: PostCategory;
}

/** Where the posts of the blog come from. Implementations: files of the repository, and a blog service. */
export interface BlogSource {
  /** Returns all posts in a language. Rejects with ERR_SERVICE_UNAVAILABLE when none can be read. */
  posts(locale: LocaleCode): Promise<readonly SourcePost[]>;
  /** Returns the present slug of a post that was published under another one; null if there is none. */
  movedTo(slug: string, locale: LocaleCode): Promise<string | null>;
  /**
   * Returns the docs that the source adds to the files or translates, by section; none while they can't be read. The
   * same objects until they change. Never rejects.
   */
  docs(locale: LocaleCode): Promise<readonly SourceDoc[]>;
}

export interface SourceDoc extends SourcePost {
  section: DocSection;
}

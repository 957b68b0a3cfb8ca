import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Post, PostCategory, Posts } from '../../../contract/api/content.ts';
import { ApiError } from '../../../contract/errors.ts';
import { DOCS_FEATURE } from '../../../contract/features.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { HealthStore } from '../HealthStore.ts';
import { storeGroup } from '../storeGroup.ts';

const PER_PAGE = 10;

/** Whether a post was not found because it exists in other languages only. */
export const isInOtherLanguage = (error: unknown): boolean =>
  error instanceof ApiError && error.details?.['languages'] !== undefined;

/** A page of the list */
export interface BlogPage extends Pick<Posts, 'items' | 'categories'> {
  /** null: all posts */
  category: PostCategory | null;
  /** From 1 */
  number: number;
  pages: number;
}

type LoadedBlog = { page: BlogPage; post: null } | { page: null; post: Post };

/** The blog, which the host keeps. */
export class BlogStore {
  loaded: LoadedBlog | null;
  readonly #platform: Platform;
  readonly #health: HealthStore;

  constructor({ platform, health, snapshot }: { platform: Platform; health: HealthStore; snapshot: LoadedBlog | null }) {
    this.#platform = platform;
    this.#health = health;
    this.loaded = snapshot;
    makeAutoObservable(this, { loaded: observableRef });
  }

  /** Loads a page of the posts of a category, or of all. Rejects with an ApiError, ERR_NOT_FOUND for a page without posts. */
  async loadPage(category: string | null, number: number, locale: LocaleCode): Promise<void> {
    await this.#requireBlog();
    const { items, total, categories } = await this.#platform.transport.call('content.posts', {
      locale,
      offset: String((number - 1) * PER_PAGE),
      per_page: String(PER_PAGE),
      ...(category !== null && { category }),
    });
    const pages = Math.max(1, Math.ceil(total / PER_PAGE));
    const known = categories.find(({ slug }) => slug === category) ?? null;
    if (number > pages || (category !== null && !known)) throw new ApiError('ERR_NOT_FOUND', 'The blog has no such page.');
    this.#show({ page: { items, categories, category: known, number, pages }, post: null });
  }

  /**
   * Loads what is at `/blog/{slug}`: a post, or the first page of a category. Returns the present slug of a post. Rejects with an ApiError,
   * ERR_NOT_FOUND if there is neither; with `details.languages` if there is a post in other languages.
   */
  async loadSlug(slug: string, locale: LocaleCode): Promise<string> {
    await this.#requireBlog();
    try {
      const post = await this.#platform.transport.call('content.post', { slug, locale });
      this.#show({ page: null, post });
      return post.slug;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'ERR_NOT_FOUND' || slug.includes('/') || isInOtherLanguage(error))
        throw error;
      await this.loadPage(slug, 1, locale);
      return slug;
    }
  }

  snapshot(): LoadedBlog | null {
    return this.loaded;
  }

  async #requireBlog(): Promise<void> {
    if (this.#health.state === 'unknown') await this.#health.check();
    if (!this.#health.hasFeature(DOCS_FEATURE)) throw new ApiError('ERR_NOT_FOUND', 'This host has no blog.');
  }

  #show(loaded: LoadedBlog): void {
    runInAction(() => {
      this.loaded = loaded;
    });
  }
}

/** The store of the blog. */
export const blogGroup = storeGroup(({ platform, health, restored }) => ({
  blog: restored.create('blog', BlogStore, { platform, health }),
}));

import { makeAutoObservable, runInAction } from 'mobx';
import type { Platform } from '../../contract/platform.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';

/** Document titles of pages after the first, server-rendered one, and the code that the first view needs. */
export class PageStore {
  /** Title set by the page (such as an order's state), without the brand. It has precedence. */
  title: string | null = null;
  /** Source modules that the page's first view loads besides its screen, to be preloaded. */
  parts: readonly string[] = [];
  /** Titles from `dict/seo`, by page and locale; null while requested or if there is none. */
  private readonly dictionary = new Map<string, string | null>();
  readonly #platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.#platform = platform;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  setTitle(title: string | null): void {
    this.title = title;
  }

  setParts(modules: readonly string[]): void {
    this.parts = modules;
  }

  /** Returns the title of `page` (a path without locale) if it is loaded, see {@link describe}. */
  titleOf(page: string, locale: LocaleCode): string | null {
    return this.dictionary.get(keyOf(page, locale)) ?? null;
  }

  /** Requests the titles of `page` once. Never rejects: the fallback is the page's heading. */
  async describe(page: string, locale: LocaleCode): Promise<void> {
    const key = keyOf(page, locale);
    if (this.dictionary.has(key)) return;
    this.dictionary.set(key, null);
    try {
      const title = (await this.#platform.transport.call('seo.page', { page }))[locale]?.['title'];
      runInAction(() => this.dictionary.set(key, title ?? null));
    } catch {
      runInAction(() => this.dictionary.delete(key));
    }
  }
}

const keyOf = (page: string, locale: LocaleCode): string => `${locale}:${page}`;

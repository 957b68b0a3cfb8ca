import { makeAutoObservable, runInAction } from 'mobx';
import type { Platform } from '../../contract/platform.ts';
import type { LocaleCode } from '../i18n/locales.ts';

/** What the document says of a page, beyond the first one that the server rendered. */
export class PageStore {
  /** Known to the page alone (the state of an order); it goes before all others. */
  title: string | null = null;
  /** From `dict/seo`, by page and locale; null while asked for, or when there is none. */
  private readonly dictionary = new Map<string, string | null>();
  private readonly platform: Platform;

  constructor({ platform }: { platform: Platform }) {
    this.platform = platform;
    makeAutoObservable<this, 'platform'>(this, { platform: false }, { autoBind: true });
  }

  setTitle(title: string | null): void {
    this.title = title;
  }

  /** The title of `page` (a path without locale), as far as it is known: see {@link describe}. */
  titleOf(page: string, locale: LocaleCode): string | null {
    return this.dictionary.get(keyOf(page, locale)) ?? null;
  }

  /** Asks for the titles of `page`, once. Never rejects: without an answer the page's heading has to do. */
  async describe(page: string, locale: LocaleCode): Promise<void> {
    const key = keyOf(page, locale);
    if (this.dictionary.has(key)) return;
    this.dictionary.set(key, null);
    try {
      const title = (await this.platform.transport.call('seo.page', { page }))[locale]?.['title'];
      runInAction(() => this.dictionary.set(key, title ?? null));
    } catch {
      runInAction(() => this.dictionary.delete(key));
    }
  }
}

const keyOf = (page: string, locale: LocaleCode): string => `${locale}:${page}`;

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Doc, Docs, FoundDocs } from '../../../contract/api/content.ts';
import { ApiError } from '../../../contract/errors.ts';
import { DOCS_FEATURE } from '../../../contract/features.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { HealthStore } from '../HealthStore.ts';
import { storeGroup } from '../storeGroup.ts';

interface LoadedDocs {
  sections: Docs['sections'];
  /** null: the list of all docs */
  doc: Doc | null;
}

/** The docs, which the host keeps. */
export class DocsStore {
  loaded: LoadedDocs | null;
  readonly #platform: Platform;
  readonly #health: HealthStore;

  constructor({ platform, health, snapshot }: { platform: Platform; health: HealthStore; snapshot: LoadedDocs | null }) {
    this.#platform = platform;
    this.#health = health;
    this.loaded = snapshot;
    makeAutoObservable(this, { loaded: observableRef });
  }

  /** Loads the list of docs and, with a slug, one of them. Rejects with an ApiError, ERR_NOT_FOUND for an unknown doc. */
  async load(slug: string | null, locale: LocaleCode): Promise<void> {
    if (this.#health.state === 'unknown') await this.#health.check();
    if (!this.#health.hasFeature(DOCS_FEATURE)) throw new ApiError('ERR_NOT_FOUND', 'This host has no docs.');
    const { transport } = this.#platform;
    const [{ sections }, doc] = await Promise.all([
      transport.call('content.docs', { locale }),
      slug === null ? null : transport.call('content.doc', { slug, locale }),
    ]);
    runInAction(() => {
      this.loaded = { sections, doc };
    });
  }

  /** Returns the parts of docs that fit a query. Rejects with an ApiError, or with the abort reason. */
  async search(query: string, locale: LocaleCode, signal: AbortSignal): Promise<FoundDocs['found']> {
    return (await this.#platform.transport.call('content.searchDocs', { query, locale }, { signal })).found;
  }

  snapshot(): LoadedDocs | null {
    return this.loaded;
  }
}

/** The store of the docs. */
export const docsGroup = storeGroup(({ platform, health, restored }) => ({
  docs: restored.create('docs', DocsStore, { platform, health }),
}));

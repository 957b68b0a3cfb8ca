import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Content } from '../../../contract/api/service.ts';
import type { ContentPage } from '../../../contract/paths/contentPages.ts';
import { ApiError } from '../../../contract/errors.ts';
import { CONTENT_FEATURE } from '../../../contract/features.ts';
import type { LocaleCode } from '../../../contract/paths/locales.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { HealthStore } from '../HealthStore.ts';
import { storeGroup } from '../storeGroup.ts';

/** The text of a page, which the host keeps. */
export class ContentStore {
  content: Content | null;
  readonly #platform: Platform;
  readonly #health: HealthStore;

  constructor({ platform, health, snapshot }: { platform: Platform; health: HealthStore; snapshot: Content | null }) {
    this.#platform = platform;
    this.#health = health;
    this.content = snapshot;
    makeAutoObservable(this, { content: observableRef });
  }

  /** Loads a page. Rejects with an ApiError, ERR_NOT_FOUND on a host without such pages. */
  async load(name: ContentPage, locale: LocaleCode): Promise<void> {
    // The loaders of a page and its layout run at the same time: this joins the layout's check.
    if (this.#health.state === 'unknown') await this.#health.check();
    if (!this.#health.hasFeature(CONTENT_FEATURE)) throw new ApiError('ERR_NOT_FOUND', 'This host has no such page.');
    const content = await this.#platform.transport.call('service.content', { name, locale });
    runInAction(() => {
      this.content = content;
    });
  }

  snapshot(): Content | null {
    return this.content;
  }
}

/** The store of pages with a text of the host. */
export const contentGroup = storeGroup(({ platform, health, restored }) => ({
  content: restored.create('content', ContentStore, { platform, health }),
}));

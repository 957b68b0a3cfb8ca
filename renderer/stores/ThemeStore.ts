import { makeAutoObservable } from 'mobx';
import { THEME_COOKIE } from '../../contract/limits.ts';
import type { Platform } from '../../contract/platform.ts';

export type Theme = 'light' | 'dark';

/** Light or dark; null follows the system. Stored in a cookie, so that the first paint uses it. */
export class ThemeStore {
  choice: Theme | null;
  readonly #platform: Platform;

  constructor({ platform, theme }: { platform: Platform; theme: Theme | null }) {
    this.#platform = platform;
    this.choice = theme;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  choose(choice: Theme | null): void {
    this.choice = choice;
    if (choice) this.#platform.cookies.set(THEME_COOKIE.name, choice, THEME_COOKIE.maxAgeSeconds);
    else this.#platform.cookies.remove(THEME_COOKIE.name);
    this.#platform.appearance.apply(choice);
  }
}

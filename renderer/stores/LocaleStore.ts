import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { TextPart } from '../../contract/pages.ts';
import { localizePath, type LocaleCode } from '../../contract/paths/locales.ts';
import type { LoadMessages, Messages } from '../i18n/messages.ts';

/** The language of the app and its messages. */
export class LocaleStore {
  code: LocaleCode;
  messages: Messages;
  #parts: readonly TextPart[] = [];
  #calls = 0;
  readonly #loadMessages: LoadMessages;

  constructor({ locale, messages, loadMessages }: { locale: LocaleCode; messages: Messages; loadMessages: LoadMessages }) {
    this.code = locale;
    this.messages = messages;
    this.#loadMessages = loadMessages;
    makeAutoObservable(this, { messages: observableRef }, { autoBind: true });
  }

  /**
   * Switches once the messages are loaded. `part` adds texts that only some pages load, which later switches keep. Throws "Failed
   * loading locale (code)" (§8) and keeps the old ones.
   */
  async use(code: LocaleCode, part?: TextPart): Promise<void> {
    const parts = part && !this.#parts.includes(part) ? [...this.#parts, part] : this.#parts;
    if (code === this.code && parts === this.#parts) return;
    this.#calls += 1;
    const call = this.#calls;
    let messages: Messages;
    try {
      messages = await this.#loadMessages(code, parts);
    } catch (cause) {
      throw new Error(`Failed loading locale (${code})`, { cause });
    }
    // The loaders of layout and page run at the same time. The page's call comes later and knows what the page needs.
    if (call !== this.#calls) return;
    runInAction(() => {
      this.messages = messages;
      this.code = code;
      this.#parts = parts;
    });
  }

  /** Returns whether the texts of a part are loaded. Observable. */
  has(part: TextPart): boolean {
    return this.#parts.includes(part) && this.messages !== null;
  }

  /** Returns the path of a page in the current language. */
  path(path: string): string {
    return localizePath(this.code, path);
  }
}

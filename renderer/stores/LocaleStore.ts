import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { TextPart } from '../../contract/pages.ts';
import { localizePath, type LocaleCode } from '../../contract/paths/locales.ts';
import type { LoadMessages, Messages } from '../i18n/messages.ts';

/** The language of the app and its messages. */
export class LocaleStore {
  code: LocaleCode;
  messages: Messages;
  private parts: readonly TextPart[] = [];
  /** The parts that are loaded or being loaded */
  readonly #wanted = new Set<TextPart>();
  /** What the newest call loads */
  #newest: Promise<Messages>;
  readonly #loadMessages: LoadMessages;

  constructor({ locale, messages, loadMessages }: { locale: LocaleCode; messages: Messages; loadMessages: LoadMessages }) {
    this.code = locale;
    this.messages = messages;
    this.#loadMessages = loadMessages;
    this.#newest = Promise.resolve(messages);
    makeAutoObservable<LocaleStore, 'parts'>(this, { messages: observableRef, parts: observableRef }, { autoBind: true });
  }

  /**
   * Switches once the messages are loaded. `part` adds texts that only some pages load, which later switches keep. Throws "Failed
   * loading locale (code)" (§8) and keeps the old ones.
   */
  async use(code: LocaleCode, part?: TextPart): Promise<void> {
    if (code === this.code && (part === undefined || this.parts.includes(part))) return;
    if (part !== undefined) this.#wanted.add(part);
    const parts = [...this.#wanted];
    const own = this.#loadMessages(code, parts);
    this.#newest = own;
    try {
      const messages = await own;
      // Loaders of layout, page and its parts run at the same time. The newest call has the texts of all, so the others wait for it.
      let awaited = own;
      while (awaited !== this.#newest) {
        awaited = this.#newest;
        await awaited;
      }
      if (awaited !== own) return;
      runInAction(() => {
        this.messages = messages;
        this.code = code;
        this.parts = parts;
      });
    } catch (cause) {
      if (part !== undefined && !this.parts.includes(part)) this.#wanted.delete(part);
      throw new Error(`Failed loading locale (${code})`, { cause });
    }
  }

  /** Returns whether the texts of a part are loaded. Observable. */
  has(part: TextPart): boolean {
    return this.parts.includes(part);
  }

  /** Returns the path of a page in the current language. */
  path(path: string): string {
    return localizePath(this.code, path);
  }
}

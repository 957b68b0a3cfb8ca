import { makeAutoObservable, runInAction } from 'mobx';
import { localizePath, type LocaleCode } from '../i18n/locales.ts';
import type { LoadMessages, Messages } from '../i18n/messages.ts';

/** The language of the app and its messages. */
export class LocaleStore {
  code: LocaleCode;
  messages: Messages;
  private readonly loadMessages: LoadMessages;

  constructor({ locale, messages, loadMessages }: { locale: LocaleCode; messages: Messages; loadMessages: LoadMessages }) {
    this.code = locale;
    this.messages = messages;
    this.loadMessages = loadMessages;
    makeAutoObservable<this, 'loadMessages'>(this, { loadMessages: false, messages: false }, { autoBind: true });
  }

  /** Switches once the messages are loaded. Throws "Failed loading locale (code)" (§8) and keeps the old ones. */
  async use(code: LocaleCode): Promise<void> {
    if (code === this.code) return;
    let messages: Messages;
    try {
      messages = await this.loadMessages(code);
    } catch (cause) {
      throw new Error(`Failed loading locale (${code})`, { cause });
    }
    runInAction(() => {
      this.messages = messages;
      this.code = code;
    });
  }

  /** Returns the path of a page in the current language. */
  path(path: string): string {
    return localizePath(this.code, path);
  }
}

import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ApiKey, GenerateApiKeyOutput } from '../../../contract/api/apiKeys.ts';
import { readIpRangeLines, type IpRangeProblem } from '../../../contract/ipRange.ts';
import { API_KEY_LIMITS, SHORT_NOTIFICATION_MS } from '../../../contract/limits.ts';
import type { Platform } from '../../../contract/platform.ts';
import type { MessageId } from '../../i18n/messages.ts';
import type { NotificationStore } from '../NotificationStore.ts';
import { ListStore, type ListPage } from '../base/ListStore.ts';
import { isStepUpRequired } from '../StepUpStore.ts';
import { storeGroup } from '../storeGroup.ts';

/** The dialog of the page. `change` and `remove` concern `key`; `secret` is that of a new key, shown once. */
export type KeyDialog =
  | { kind: 'create' }
  | { kind: 'change' | 'remove'; key: ApiKey }
  | { kind: 'secret'; created: GenerateApiKeyOutput };

/** What the dialog still lacks. */
export type KeyProblem = { kind: 'name' } | { kind: 'line'; line: number; problem: IpRangeProblem } | { kind: 'tooManyLines' };

/** The fields of the open dialog; addresses are one a line. */
interface KeyFields {
  name: string;
  addresses: string;
  isActive: boolean;
}
const NEW_KEY: KeyFields = { name: '', addresses: '', isActive: true };

interface Dependencies {
  platform: Platform;
  notifications: Pick<NotificationStore, 'show'>;
  snapshot: ListPage<ApiKey> | null;
}

/** The API keys of the customer, and the dialogs that change them (D49). */
export class ApiKeysStore {
  /** Newest first. */
  readonly keys: ListStore<ApiKey>;
  dialog: KeyDialog | null = null;
  fields: KeyFields = NEW_KEY;
  /** The customer has stored the secret of the new key. */
  isStored = false;
  /** The key that a call changes now; `new` for one that is created. */
  busyWith: string | null = null;
  readonly #platform: Platform;
  readonly #notifications: Pick<NotificationStore, 'show'>;

  constructor({ platform, notifications, snapshot }: Dependencies) {
    this.#platform = platform;
    this.#notifications = notifications;
    this.keys = new ListStore({
      read: async () => ({ items: (await platform.transport.call('apiKeys.list', {})).apiKeys, nextCursor: null }),
      snapshot,
    });
    makeAutoObservable(this, { keys: false, dialog: observableRef, fields: observableRef }, { autoBind: true });
  }

  get isFull(): boolean {
    return (this.keys.items?.length ?? 0) >= API_KEY_LIMITS.keys;
  }

  /** What the open dialog lacks; null: it can be sent. */
  get problem(): KeyProblem | null {
    if (this.fields.name.trim() === '') return { kind: 'name' };
    const { ranges, wrong } = readIpRangeLines(this.fields.addresses);
    if (wrong) return { kind: 'line', ...wrong };
    return ranges.length > API_KEY_LIMITS.ranges ? { kind: 'tooManyLines' } : null;
  }

  snapshot(): ListPage<ApiKey> | null {
    return this.keys.snapshot();
  }

  openCreate(): void {
    this.dialog = { kind: 'create' };
    this.fields = NEW_KEY;
  }

  openChange(key: ApiKey): void {
    this.dialog = { kind: 'change', key };
    this.fields = { name: key.name, addresses: key.whiteListIp.join('\n'), isActive: key.isActive };
  }

  /** Asks for confirmation before a key is deleted. */
  openRemove(key: ApiKey): void {
    this.dialog = { kind: 'remove', key };
  }

  /** Closes the dialog, unless it shows a secret that is not stored yet. */
  close(): void {
    if (this.dialog?.kind === 'secret' && !this.isStored) return;
    this.dialog = null;
  }

  /** Forgets the dialog, and a secret in it, when the customer leaves the page. */
  leave(): void {
    this.dialog = null;
  }

  set(fields: Partial<KeyFields>): void {
    this.fields = { ...this.fields, ...fields };
  }

  setStored(isStored: boolean): void {
    this.isStored = isStored;
  }

  /** Creates the key of the open dialog and shows its secret. */
  async create(): Promise<void> {
    const input = { name: this.fields.name.trim(), whiteListIp: readIpRangeLines(this.fields.addresses).ranges };
    await this.run('new', async () => {
      const created = await this.#platform.transport.call('apiKeys.generate', input);
      runInAction(() => {
        this.keys.change((keys) => [created.apiKey, ...keys]);
        this.isStored = false;
        this.dialog = { kind: 'secret', created };
      });
    });
  }

  /** Saves the open dialog. */
  async save(key: ApiKey): Promise<void> {
    const whiteListIp = readIpRangeLines(this.fields.addresses).ranges;
    await this.change({ apiId: key.apiId, name: this.fields.name.trim(), whiteListIp, isActive: this.fields.isActive });
  }

  /** Switches a key on or off. */
  async switch({ apiId }: ApiKey, isActive: boolean): Promise<void> {
    await this.change({ apiId, isActive });
  }

  async remove({ apiId }: ApiKey): Promise<void> {
    await this.run(apiId, async () => {
      await this.#platform.transport.call('apiKeys.delete', { apiId });
      runInAction(() => {
        this.keys.change((keys) => keys.filter((one) => one.apiId !== apiId));
        this.dialog = null;
      });
      this.notify('success', 'key_page_delete_key_success');
    });
  }

  private async change(input: { apiId: string; name?: string; whiteListIp?: string[]; isActive?: boolean }): Promise<void> {
    await this.run(input.apiId, async () => {
      const changed = await this.#platform.transport.call('apiKeys.update', input);
      runInAction(() => {
        this.keys.change((keys) => keys.map((one) => (one.apiId === changed.apiId ? changed : one)));
        this.dialog = null;
      });
    });
  }

  /** Runs a change of one key, one at a time. A failure leaves the dialog open. */
  private async run(apiId: string, change: () => Promise<void>): Promise<void> {
    if (this.busyWith !== null) return;
    this.busyWith = apiId;
    try {
      await change();
    } catch (error) {
      // A customer who has cancelled the second factor knows it.
      if (!isStepUpRequired(error)) this.notify('error', 'main_error');
    } finally {
      runInAction(() => (this.busyWith = null));
    }
  }

  private notify(kind: 'success' | 'error', message: MessageId): void {
    this.#notifications.show({ kind, message, lastsMs: SHORT_NOTIFICATION_MS });
  }
}

/** The store of the page of API keys. */
export const apiKeysGroup = storeGroup(({ platform, notifications, restored }) => ({
  apiKeys: restored.create('apiKeys', ApiKeysStore, { platform, notifications }),
}));

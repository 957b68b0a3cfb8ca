import { makeAutoObservable } from 'mobx';
import type { KeychainState } from '../../../contract/ipc.ts';
import type { KeychainFacet } from '../../../contract/platform.ts';
import { storeGroup } from '../storeGroup.ts';

/** Whether the system's keychain keeps the session and the key of the address book. */
export class KeychainStore {
  state: KeychainState;
  readonly #keychain: KeychainFacet;

  constructor(keychain: KeychainFacet) {
    this.#keychain = keychain;
    this.state = keychain.state();
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Follows the keychain. Returns the function that stops it. */
  start(): () => void {
    this.follow();
    return this.#keychain.onChange(this.follow);
  }

  /** Shows the password dialog of the system. */
  unlock(): void {
    this.#keychain.unlock();
  }

  private follow(): void {
    this.state = this.#keychain.state();
  }
}

/** The keychain; undefined where the platform stores no session. */
export const keychainGroup = storeGroup(({ platform }) => ({
  keychain: platform.session.keychain && new KeychainStore(platform.session.keychain),
}));

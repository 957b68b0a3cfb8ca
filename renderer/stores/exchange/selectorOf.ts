import { onePerApp } from '../onePerApp.ts';
import { SelectorStore } from './SelectorStore.ts';

/** Returns the store of the coin selector. Its code loads with the dialog. */
export const selectorOf = onePerApp(({ instruments, platform }) => new SelectorStore({ instruments, storage: platform.storage }));

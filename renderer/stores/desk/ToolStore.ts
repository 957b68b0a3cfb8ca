import { makeAutoObservable } from 'mobx';
import type { NewAddressEntry, WatchedPair } from '../../../contract/schemas/trading.ts';
import type { DialogStore } from '../DialogStore.ts';
import type { AddressField } from '../exchange/DeliveryStore.ts';
import { storeGroup } from '../storeGroup.ts';

/** The tools of the trading window with their data. One tool is open at a time. */
interface Tools {
  palette: Record<string, never>;
  /** `field`: chooses an address for that field of the form. `draft`: starts with a new entry. */
  addressBook: { field?: AddressField; draft?: Omit<NewAddressEntry, 'id'> };
  /** Null: the pair of the form. */
  alerts: { pair: WatchedPair | null };
  /** Opens an order pass from a file. */
  orderPass: Record<string, never>;
  preferences: Record<string, never>;
  /** The list of keyboard shortcuts. */
  shortcuts: Record<string, never>;
}
export type OpenTool = { [Name in keyof Tools]: { name: Name; data: Tools[Name] } }[keyof Tools];

/** Which tool of the trading window is open. */
export class ToolStore {
  current: OpenTool | null = null;
  readonly #dialogs: Pick<DialogStore, 'close'>;

  constructor({ dialogs }: { dialogs: Pick<DialogStore, 'close'> }) {
    this.#dialogs = dialogs;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Opens a tool in place of the one that is open, and of a dialog of the page. */
  open(tool: OpenTool): void {
    this.#dialogs.close();
    this.current = tool;
  }

  close(): void {
    this.current = null;
  }
}

/** The tools of the trading window. */
export const toolsGroup = storeGroup(({ dialogs }) => ({ tools: new ToolStore({ dialogs }) }));

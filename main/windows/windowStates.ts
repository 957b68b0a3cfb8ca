import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppPath } from '../../contract/schemas/ipc.ts';
import { readJson, writeJson } from '../storage/jsonFile.ts';

const Bounds = Type.Object({ x: Type.Integer(), y: Type.Integer(), width: Type.Integer(), height: Type.Integer() });
const StoredWindow = Type.Object({
  path: AppPath,
  /** In pixels of the display; null: the system chooses the place. */
  bounds: Type.Union([Bounds, Type.Null()]),
  isMaximized: Type.Boolean(),
  sessionStorage: Type.Record(Type.String(), Type.String()),
});
const storedWindow = Compile(StoredWindow);

export type Bounds = Static<typeof Bounds>;
/** What a window shows and where. It is stored, so that the window is the same after a restart or a crash. */
export type WindowState = Static<typeof StoredWindow>;

/** The windows that are open, or were open when the app ended. */
export interface WindowStates {
  all(): readonly WindowState[];
  add(path: string): WindowState;
  /** Changes a state. `later`: stores it together with the next change, for what changes many times a second. */
  change(state: WindowState, change: Partial<WindowState>, when?: 'now' | 'later'): void;
  /** Forgets a window that the customer closed. The last one is kept without its session storage, for the next start. */
  close(state: WindowState): void;
  /** Stores changes made `later`. */
  flush(): void;
}

const STORED_AFTER_MS = 500;

/**
 * Opens the file with the states. A missing or damaged one starts without windows; a damaged state is left out. `onUnsaved` gets the
 * error of a write that failed.
 */
export function createWindowStates(file: string, onUnsaved: (error: unknown) => void): WindowStates {
  let states = readStates(file);
  let timer: NodeJS.Timeout | null = null;
  const store = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    // The form stores its draft here with each key that is pressed.
    writeJson(file, states, { isDurable: false, onFailure: onUnsaved });
  };
  return {
    all: () => states,
    add: (path) => {
      const { bounds = null, isMaximized = false } = states.at(-1) ?? {};
      const state = { path, bounds: bounds && beside(bounds), isMaximized, sessionStorage: {} };
      states.push(state);
      store();
      return state;
    },
    change: (state, change, when = 'now') => {
      Object.assign(state, change);
      if (when === 'now') store();
      else timer ??= setTimeout(store, STORED_AFTER_MS).unref();
    },
    close: (state) => {
      if (states.length > 1) states = states.filter((one) => one !== state);
      else state.sessionStorage = {};
      store();
    },
    flush: () => {
      if (timer) store();
    },
  };
}

function readStates(file: string): WindowState[] {
  const stored = readJson(file);
  return Array.isArray(stored) ? stored.filter((state): state is WindowState => storedWindow.Check(state)) : [];
}

const beside = (bounds: Bounds): Bounds => ({ ...bounds, x: bounds.x + 24, y: bounds.y + 24 });

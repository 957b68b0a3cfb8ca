import type { AddressBookAnswer, AppCommand } from '../../../contract/ipc.ts';
import type { AddressEntry, RateAlert, WatchedPair } from '../../../contract/schemas/trading.ts';
import { keepForListener } from '../../../renderer/desktop/keepForListener.ts';
import type { Services } from './fakePlatform.ts';

type Entries = AddressEntry[] | Exclude<AddressBookAnswer['state'], 'ready'>;

const AT = '2026-07-01T10:00:00.000Z';

/**
 * The services of a desktop window, kept in memory, and the means to act as the shell: send a command, open a file, fire an alert.
 * `entries` may name why there is no list: the keychain is locked.
 */
export function createFakeTrading({
  entries = [],
  alerts = [],
  pairs = [],
}: { entries?: Entries; alerts?: RateAlert[]; pairs?: WatchedPair[] } = {}) {
  let book = entries;
  const watched = list(pairs);
  const set = list(alerts);
  const books = listeners<AddressBookAnswer>();
  const fired = listeners<{ alert: RateAlert; rate: string }>();
  const commands = listeners<AppCommand>();
  const files = listeners<{ name: string; text: string }>();
  const opened: string[] = [];
  const used: string[] = [];
  let keepsRunning = true;
  let startsWithSystem = false;
  let shortcut: string | null = null;
  let made = 0;
  const nextId = (): string => {
    made += 1;
    return `entry-${made}-of-a-fake`;
  };
  const answerOf = (): AddressBookAnswer => (Array.isArray(book) ? { state: 'ready', entries: book } : { state: book });
  const changeBook = (change: (entries: AddressEntry[]) => AddressEntry[]): Promise<AddressBookAnswer> => {
    if (Array.isArray(book)) book = change(book);
    return Promise.resolve(answerOf());
  };
  const services = {
    windows: { open: (path) => void opened.push(path) },
    requests: { onCommand: commands.listen, onFile: keepForListener(files.listen) },
    watchList: { list: watched.get, save: watched.set, onChange: watched.listen },
    rateAlerts: {
      list: set.get,
      add: ({ id = nextId(), ...alert }) =>
        set.update((all) => [
          ...all.filter((other) => other.id !== id),
          { ...alert, id, createdAt: AT, baseRate: null, firedAt: null },
        ]),
      remove: (id) => set.update((all) => all.filter((alert) => alert.id !== id)),
      onChange: set.listen,
      onFire: keepForListener(fired.listen),
    },
    addressBook: {
      list: () => Promise.resolve(answerOf()),
      save: (entry) =>
        changeBook((all) => {
          const known = all.find(({ id }) => id === entry.id);
          const saved = { timesUsed: 0, lastUsedAt: null, ...known, ...entry, id: entry.id ?? nextId() };
          return [...all.filter(({ id }) => id !== saved.id), saved];
        }),
      remove: (id) => changeBook((all) => all.filter((entry) => entry.id !== id)),
      startOver: () => {
        book = [];
        return Promise.resolve(answerOf());
      },
      use: (address) => {
        used.push(address);
        return Promise.resolve();
      },
      onChange: books.listen,
    },
    keepRunning: { isOn: () => keepsRunning, set: (isOn) => void (keepsRunning = isOn) },
    startWithSystem: { isOn: () => startsWithSystem, set: (isOn) => Promise.resolve(void (startsWithSystem = isOn)) },
    globalShortcut: {
      current: () => shortcut,
      set: (next) => {
        // Another program has this one.
        if (next !== 'Alt+T') shortcut = next;
        return Promise.resolve(next !== 'Alt+T');
      },
    },
    exportLogs: () => Promise.resolve(true),
    about: { version: '1.4.0', hostName: 'exchange.example.org', modifier: 'Ctrl' },
  } satisfies Services;
  return {
    services,
    /** Paths of the windows that were opened. */
    opened,
    /** Addresses whose use was counted. */
    used,
    sendCommand: commands.send,
    openFile: (text: string) => files.send({ name: 'order.orderpass', text }),
    fireAlert: fired.send,
    keepsRunning: () => keepsRunning,
    startsWithSystem: () => startsWithSystem,
    shortcut: () => shortcut,
    bookOf: () => book,
    /** The keychain gives the key. */
    openBook: (opened: AddressEntry[]) => {
      book = opened;
      books.send(answerOf());
    },
    alertsOf: set.get,
    watchedOf: watched.get,
  };
}

function list<Entry>(initial: Entry[]) {
  let entries = initial;
  const { listen, send } = listeners<Entry[]>();
  const set = (next: readonly Entry[]): Promise<void> => {
    entries = [...next];
    send(entries);
    return Promise.resolve();
  };
  return {
    get: () => Promise.resolve(entries),
    set,
    update: (change: (entries: Entry[]) => Entry[]) => set(change(entries)),
    listen,
  };
}

function listeners<Event>() {
  const all = new Set<(event: Event) => void>();
  return {
    send: (event: Event) => all.forEach((listener) => listener(event)),
    listen: (listener: (event: Event) => void) => {
      all.add(listener);
      return () => void all.delete(listener);
    },
  };
}

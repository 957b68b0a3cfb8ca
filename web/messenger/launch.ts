/** What the messenger said when it opened the mini-app. */
export interface Launch {
  /** The messenger's version of the protocol: "7.0" */
  version: `${number}.${number}`;
  /** Text that the host verifies (D21). It is as good as a password for an hour, so nothing else may read it. Empty if unknown. */
  initData: string;
  /** The customer's language in the messenger: "ru"; null if unknown */
  language: string | null;
  /** Whether the customer lets the bot write */
  mayWrite: boolean;
  /** Colours by their names in the protocol: "#17212b" */
  theme: Readonly<Record<string, string | undefined>>;
  /** What the link that opened the mini-app asks for (D65): "order___abc". Null after a reload, which stays on its page. */
  link: string | null;
}

const STORAGE_KEY = 'launch';
/** Where the router remembers how far pages were scrolled */
const SCROLL_KEY = 'react-router-scroll-positions';
/** The oldest protocol that has a main button */
const OLDEST = '6.0';

/** The parameters of a start are in the fragment of the address. */
const PARAMETERS = /(?:^#|&)tgWebApp/;

/**
 * Reads the parameters of the start and removes them from the address, so that no record of a visit and no shared link has them. Returns
 * null outside a messenger.
 */
export function readLaunch(): Launch | null {
  const isStart = PARAMETERS.test(location.hash);
  const parameters = startParameters(isStart);
  if (isStart) history.replaceState(history.state, '', location.pathname + location.search);
  if (!parameters) return null;
  const initData = parameters.get('tgWebAppData') ?? '';
  const signed = new URLSearchParams(initData);
  const user = readJson(signed.get('user'));
  return {
    version: protocolVersion(parameters.get('tgWebAppVersion') ?? ''),
    initData,
    language: textOf(user, 'language_code'),
    mayWrite: typeof user === 'object' && user !== null && Reflect.get(user, 'allows_write_to_pm') === true,
    theme: themeOf(readJson(parameters.get('tgWebAppThemeParams'))),
    link: isStart ? (signed.get('start_param') ?? parameters.get('tgWebAppStartParam')) : null,
  };
}

/**
 * Returns the parameters of the start, which the tab keeps for a reload; null outside a messenger. The library would accept none of a client
 * from before a field was added.
 */
function startParameters(isStart: boolean): URLSearchParams | null {
  try {
    if (isStart) {
      sessionStorage.setItem(STORAGE_KEY, location.hash.slice(1));
      // A start begins at the top, also in a tab that has an earlier one.
      sessionStorage.removeItem(SCROLL_KEY);
    }
    const stored = sessionStorage.getItem(STORAGE_KEY);
    return stored === null ? null : new URLSearchParams(stored);
  } catch {
    // Some clients forbid the storage.
    return isStart ? new URLSearchParams(location.hash.slice(1)) : null;
  }
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

function textOf(value: unknown, key: string): string | null {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
  return typeof text === 'string' ? text : null;
}

const themeOf = (value: unknown): Launch['theme'] =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
    : {};

/** Returns a version as the library compares it. */
function protocolVersion(text: string): Launch['version'] {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,3})/.exec(text) ?? [];
  return major === undefined || minor === undefined ? OLDEST : `${Number(major)}.${Number(minor)}`;
}

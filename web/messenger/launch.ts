import { retrieveLaunchParams, retrieveRawInitData } from '@tma.js/bridge';

/** What the messenger said when it opened the mini-app. */
export interface Launch {
  /** The messenger's version of the protocol: "7.0" */
  version: `${number}.${number}`;
  /** Text that the host verifies (D21). It is as good as a password for an hour, so nothing else may read it. Empty if unknown. */
  initData: string;
  /** The customer's language in the messenger: "ru"; null if unknown */
  language: string | null;
  /** Colours by their names in the protocol: "#17212b" */
  theme: Readonly<Record<string, string | undefined>>;
  /** What the link that opened the mini-app asks for (D65): "order___abc". Null after a reload, which stays on its page. */
  link: string | null;
}

/** The oldest protocol that has a main button */
const OLDEST = '6.0';

/** The parameters of a start, in the fragment of the address. A reload has none: the library keeps those of the start for the tab. */
const PARAMETERS = /(?:^#|&)tgWebApp/;

/**
 * Reads the parameters of the start and removes them from the address, so that no record of a visit and no shared link has them. Returns
 * null outside a messenger.
 */
export function readLaunch(): Launch | null {
  const isStart = PARAMETERS.test(location.hash);
  let launch: Launch | null;
  try {
    const { tgWebAppVersion, tgWebAppThemeParams, tgWebAppData, tgWebAppStartParam } = retrieveLaunchParams();
    launch = {
      version: protocolVersion(tgWebAppVersion),
      initData: retrieveRawInitData() ?? '',
      language: tgWebAppData?.user?.language_code ?? null,
      theme: tgWebAppThemeParams,
      link: isStart ? (tgWebAppData?.start_param ?? tgWebAppStartParam ?? null) : null,
    };
  } catch {
    // The library throws for missing parameters and for some that an old client sends.
    launch = null;
  }
  if (isStart) history.replaceState(history.state, '', location.pathname + location.search);
  return launch;
}

/** Returns a version as the library compares it. */
function protocolVersion(text: string): Launch['version'] {
  const [, major, minor] = /^(\d{1,3})\.(\d{1,3})/.exec(text) ?? [];
  return major === undefined || minor === undefined ? OLDEST : `${Number(major)}.${Number(minor)}`;
}

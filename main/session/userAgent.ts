/** The names of systems as browsers write them. */
const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  win32: 'Windows NT',
  darwin: 'Macintosh; Mac OS X',
  linux: 'X11; Linux',
};

/** Returns the User-Agent header of the app's calls. The host recognises the desktop app and the system in the list of sessions. */
export function userAgentOf(platform: NodeJS.Platform): string {
  return `Causeway (${SYSTEMS[platform] ?? platform}) Electron/${process.versions['electron'] ?? 'unknown'}`;
}

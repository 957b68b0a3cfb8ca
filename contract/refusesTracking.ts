/** Returns whether a request asks not to be tracked: Global Privacy Control (`Sec-GPC`) or Do Not Track (`DNT`). */
export function refusesTracking(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return headers['sec-gpc'] === '1' || headers['dnt'] === '1';
}

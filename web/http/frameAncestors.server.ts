import { messengerPath } from '../../contract/paths/messengerPath.ts';

/**
 * Returns the sites that may show the page at a path in a frame, as sources of a CSP: the messenger's own, and only its mini-app. No
 * site may frame any other page.
 */
export const frameAncestors = (path: string, messengerOrigins: readonly string[]): readonly string[] =>
  messengerPath(path) === null ? [] : messengerOrigins;

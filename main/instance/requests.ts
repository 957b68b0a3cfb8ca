import { resolve } from 'node:path';
import { appName } from '../brand.ts';
import { ORDER_PASS_EXTENSION } from '../../contract/desktop/orderPassFile.ts';
import { deepLinkPath } from '../../contract/paths/deepLinks.ts';

/** The scheme that the app registers with the system. Any program and any website can open its links. */
export const LINK_SCHEME = appName;

export interface OpenRequests {
  /** "causeway://order___abc" */
  links: string[];
  /** Absolute paths of order passes */
  files: string[];
}

/** Returns the links and files among the arguments of a start. `folder` is the one in which the app was started. */
export function requestsOf(commandLine: readonly string[], folder: string): OpenRequests {
  const values = commandLine.slice(1).filter((argument) => !argument.startsWith('-'));
  return {
    links: values.filter((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`)),
    files: values
      .filter((argument) => argument.toLowerCase().endsWith(ORDER_PASS_EXTENSION))
      .map((file) => resolve(folder, file)),
  };
}

/** Returns the path of the page of a link: "causeway://order___abc" → "/order/abc". Null for a link that stands for no page. */
export function pageOfLink(link: string): string | null {
  const [, target] = new RegExp(`^${LINK_SCHEME}:(?://)?(\\S*)$`, 'i').exec(link) ?? [];
  // Browsers and systems add a slash after the first part.
  return target === undefined ? null : deepLinkPath(target.replace(/\/$/, ''));
}

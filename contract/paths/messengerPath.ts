/** Below it are the pages of the site as the messenger shows them (D64): "/tg/ru/support". */
export const MESSENGER_BASE = '/tg';

/** Returns the path of the site that the messenger shows at an address: "/tg/ru/support" → "/ru/support"; null for a page of the website. */
export function messengerPath(pathname: string): string | null {
  if (pathname !== MESSENGER_BASE && !pathname.startsWith(`${MESSENGER_BASE}/`)) return null;
  return pathname.slice(MESSENGER_BASE.length) || '/';
}

/** Returns the path without the messenger's base: "/tg/ru/support" and "/ru/support" → "/ru/support". */
export const sitePath = (pathname: string): string => messengerPath(pathname) ?? pathname;

/** Returns the messenger's address of a path of the site: "/ru/support" → "/tg/ru/support", "/" → "/tg". */
export const inMessenger = (path: string): string => MESSENGER_BASE + path.replace(/^\/(?=[?#]|$)/, '');

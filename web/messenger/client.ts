import { on, postEvent, setTargetOrigin, supports, type MethodName } from '@tma.js/bridge';

/** The connection with the messenger around the page. It hears only the window around the page, never other frames and windows. */
export interface MessengerClient {
  /** Whether the messenger knows a method. An older one would fail at it. */
  has(method: MethodName): boolean;
  post: typeof postEvent;
  /** Returns the function that removes the listener. */
  on: typeof on;
}

/**
 * Connects with a messenger whose protocol has this version: "7.10". `origins`: the sites that the host lets frame the page. A message can
 * contain a token, so no other site may get it.
 */
export function connectMessenger(version: `${number}.${number}`, origins: readonly string[]): MessengerClient {
  const around = origins.find((origin) => document.referrer.startsWith(`${origin}/`)) ?? origins[0];
  if (around !== undefined) setTargetOrigin(around);
  on('reload_iframe', () => {
    postEvent('iframe_will_reload');
    location.reload();
  });
  postEvent('iframe_ready', { reload_supported: true });
  return { has: (method) => supports(method, version), post: postEvent, on };
}

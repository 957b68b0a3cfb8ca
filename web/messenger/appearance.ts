import type { Platform } from '../../contract/platform.ts';
import type { MessengerClient } from './client.ts';
import { messengerTheme } from './messengerTheme.ts';

type Theme = Readonly<Record<string, string | undefined>>;

/** Shows the messenger's theme, unless the customer chose light or dark here, and keeps the page off what covers the screen's edges. */
export function createAppearance({ has, post, on }: MessengerClient, atStart: Theme): Platform['appearance'] {
  const page = document.documentElement;
  let theme = atStart;
  let chosen: 'light' | 'dark' | null = null;
  let shown: readonly string[] = [];
  const show = (): void => {
    shown.forEach((name) => page.style.removeProperty(name));
    const own = chosen === null ? messengerTheme(theme) : null;
    for (const [name, value] of Object.entries(own?.tokens ?? {})) page.style.setProperty(name, value);
    shown = Object.keys(own?.tokens ?? {});
    const scheme = chosen ?? own?.scheme;
    if (scheme) page.dataset['theme'] = scheme;
    else delete page.dataset['theme'];
  };
  on('theme_changed', ({ theme_params: next }) => {
    theme = next;
    show();
  });
  if (has('web_app_request_safe_area')) {
    // Both count: the edges of the device, and the controls of the messenger within them.
    for (const [event, name] of [
      ['safe_area_changed', '--device'],
      ['content_safe_area_changed', '--controls'],
    ] as const) {
      on(event, ({ top, bottom }) => {
        page.style.setProperty(`${name}-top`, `${top}px`);
        page.style.setProperty(`${name}-bottom`, `${bottom}px`);
      });
    }
    post('web_app_request_safe_area');
    post('web_app_request_content_safe_area');
  }
  show();
  return {
    apply: (next) => {
      chosen = next;
      show();
    },
  };
}

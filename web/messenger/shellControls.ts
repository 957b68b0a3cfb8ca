import type { Platform, ShellButton, ShellButtonState, ShellControl } from '../../contract/platform.ts';
import type { MessengerClient } from './client.ts';

type Theme = Readonly<Record<string, string | undefined>>;
type Controls = Pick<
  Platform,
  'mainButton' | 'secondaryButton' | 'backButton' | 'settingsButton' | 'haptics' | 'closing' | 'openExternal'
>;

/** Returns the controls of the messenger that its version knows. `theme`: its colours, by the names of the protocol. */
export function createShellControls(client: MessengerClient, theme: Theme): Controls {
  const { has, post } = client;
  return {
    mainButton: createButton(client, 'main', theme),
    ...(has('web_app_setup_secondary_button') && { secondaryButton: createButton(client, 'secondary', theme) }),
    ...(has('web_app_setup_back_button') && { backButton: createControl(client, 'back') }),
    ...(has('web_app_setup_settings_button') && { settingsButton: createControl(client, 'settings') }),
    ...(has('web_app_trigger_haptic_feedback') && {
      haptics: { feel: (type) => post('web_app_trigger_haptic_feedback', { type: 'notification', notification_type: type }) },
    }),
    ...(has('web_app_setup_closing_behavior') && {
      closing: { confirm: (isNeeded) => post('web_app_setup_closing_behavior', { need_confirmation: isNeeded }) },
    }),
    openExternal: (url) => {
      // The messenger opens web pages only, and refuses wallets' links such as "bitcoin:…".
      if (/^https?:/i.test(url)) post('web_app_open_link', { url });
      else window.open(url, '_blank', 'noopener,noreferrer');
    },
  };
}

function createButton({ post, on }: MessengerClient, name: 'main' | 'secondary', theme: Theme): ShellButton {
  const missing = coloursOf(theme['secondary_bg_color'], theme['text_color']);
  // Beside the main button, only one of both is the first choice.
  const ready = name === 'main' ? coloursOf(theme['button_color'], theme['button_text_color']) : missing;
  let state: ShellButtonState | null = null;
  // Also while busy: the press may have been on its way when that began, and the action decides.
  on(`${name}_button_pressed`, () => state?.onPress());
  return {
    set: (next) => {
      state = next;
      post(`web_app_setup_${name}_button`, {
        is_visible: next !== null,
        // A messenger does not report a press of an inactive button, which has to say what is missing.
        is_active: next !== null && !next.isBusy,
        is_progress_visible: next?.isBusy ?? false,
        ...(next && { text: next.label, ...(next.isReady ? ready : missing) }),
      });
    },
  };
}

function createControl({ post, on }: MessengerClient, name: 'back' | 'settings'): ShellControl {
  let press: (() => void) | null = null;
  on(`${name}_button_pressed`, () => press?.());
  return {
    set: (next) => {
      press = next;
      post(`web_app_setup_${name}_button`, { is_visible: next !== null });
    },
  };
}

/** Returns the colours of a button. If the theme lacks one, the button keeps those of the messenger. */
function coloursOf(color: string | undefined, text: string | undefined) {
  return isColour(color) && isColour(text) ? { color, text_color: text } : {};
}

const isColour = (text: string | undefined): text is `#${string}` => /^#[0-9a-f]{6}$/i.test(text ?? '');

import { POPUP_LIMITS } from '../../contract/limits.ts';
import type { ShellQuestions } from '../../contract/platform.ts';
import type { MessengerClient } from './client.ts';

const ACTION = 'action';

/** The messenger's popup with two buttons. Null if its version has none. */
export function createNativeQuestions({ has, post, on }: MessengerClient): ShellQuestions | null {
  if (!has('web_app_open_popup')) return null;
  return {
    canAsk: ({ title, text, action, cancel }) =>
      [title, action, cancel].every(({ length }) => length <= POPUP_LIMITS.title) &&
      text !== '' &&
      text.length <= POPUP_LIMITS.text,
    ask: ({ title, text, action, cancel, isDestructive }) =>
      new Promise((resolve) => {
        const stop = on('popup_closed', ({ button_id: pressed }) => {
          stop();
          resolve(pressed === ACTION);
        });
        post('web_app_open_popup', {
          title,
          message: text,
          buttons: [
            { id: ACTION, type: isDestructive ? 'destructive' : 'default', text: action },
            { id: 'cancel', type: 'default', text: cancel },
          ],
        });
      }),
  };
}

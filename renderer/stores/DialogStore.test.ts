import { expect, test } from 'vitest';
import { DialogStore } from './DialogStore.ts';

test('replaces the open dialog with the next one', () => {
  const dialogs = new DialogStore();
  dialogs.open({ name: 'selector', data: { side: 'send' } });
  dialogs.open({ name: 'emailConfirmation', data: {} });
  expect(dialogs.current).toEqual({ name: 'emailConfirmation', data: {} });
  dialogs.close();
  expect(dialogs.current).toBeNull();
});

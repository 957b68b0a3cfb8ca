import { expect, test } from 'vitest';
import { DialogStore } from './DialogStore.ts';

test('one dialog is open at a time: the next takes the place of the one before', () => {
  const dialogs = new DialogStore();
  dialogs.open({ name: 'selector', data: { side: 'send' } });
  dialogs.open({ name: 'emailConfirmation', data: {} });
  expect(dialogs.current).toEqual({ name: 'emailConfirmation', data: {} });
  dialogs.close();
  expect(dialogs.current).toBeNull();
});

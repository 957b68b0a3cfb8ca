// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { copyText } from './copyText.ts';

/** Opens a page whose clipboard is forbidden, as in a frame. Returns what the browser was told to copy. */
function open(html: string, isTaken: boolean | null): string[] {
  const copied: string[] = [];
  const execCommand = (name: string): boolean => {
    const field = document.activeElement as HTMLTextAreaElement;
    copied.push(`${name} ${field.value.slice(field.selectionStart, field.selectionEnd)} in ${field.parentElement?.tagName}`);
    return isTaken ?? false;
  };
  Object.assign(document, { execCommand: isTaken === null ? undefined : execCommand });
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('NotAllowedError')) } });
  document.body.innerHTML = html;
  document.querySelector('button')?.focus();
  return copied;
}

it.each([
  ['<button>Copy</button>', 'BODY'],
  ['<dialog open><button>Copy</button></dialog>', 'DIALOG'],
])('copies what it selects where the clipboard is forbidden: %s', async (html, parent) => {
  const copied = open(html, true);
  expect(await copyText('bc1q')).toBe(true);
  expect(copied).toEqual([`copy bc1q in ${parent}`]);
  expect([document.querySelector('textarea'), document.activeElement?.tagName]).toEqual([null, 'BUTTON']);
});

it.each([false, null])('says so if nothing can be copied (%s)', async (isTaken) => {
  open('<button>Copy</button>', isTaken);
  expect(await copyText('bc1q')).toBe(false);
});

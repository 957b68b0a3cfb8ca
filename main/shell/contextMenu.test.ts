import { expect, it, vi } from 'vitest';
import { contextMenuTemplate } from './contextMenu.ts';

const FLAGS = {
  canUndo: false,
  canRedo: false,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false,
};
const TEXT = { linkURL: '', isEditable: false, selectionText: '', editFlags: FLAGS };

function menu(place: Partial<typeof TEXT>, locale: 'en' | 'ru' = 'en') {
  const contents = { cut: vi.fn(), copy: vi.fn(), paste: vi.fn(), selectAll: vi.fn() };
  const writeText = vi.fn();
  const items = contextMenuTemplate({ ...TEXT, ...place }, { locale, contents, siteUrl: 'https://swap.example', writeText });
  const click = (id: string) => items.find((item) => item.id === id)?.click?.({} as never, undefined, {});
  return {
    ids: items.map(({ id, type }) => id ?? type),
    labels: items.map(({ label }) => label),
    items,
    click,
    contents,
    writeText,
  };
}

it('edits a field', () => {
  const { ids, labels, click, contents } = menu({ isEditable: true }, 'ru');
  expect(ids).toEqual(['cut', 'copy', 'paste', 'selectAll']);
  expect(labels).toEqual(['Вырезать', 'Копировать', 'Вставить', 'Выделить всё']);
  for (const [index, id] of (['cut', 'copy', 'paste', 'selectAll'] as const).entries()) {
    click(id);
    expect(Object.values(contents).filter(({ mock }) => mock.calls.length > 0)).toHaveLength(index + 1);
    expect(contents[id]).toHaveBeenCalledOnce();
  }
});

it('offers what a password field allows', () => {
  const { items } = menu({ isEditable: true, editFlags: { ...FLAGS, canCut: false, canCopy: false } });
  expect(items.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual(['paste', 'selectAll']);
});

it('copies a selection, and offers nothing on an empty place', () => {
  expect(menu({ selectionText: 'bc1q' }).ids).toEqual(['copy', 'selectAll']);
  expect(menu({ selectionText: ' ' }).ids).toEqual([]);
});

it.each([
  ['app://bundle/ru/history?page=2#top', 'https://swap.example/ru/history?page=2#top'],
  ['https://explorer.example/tx/1', 'https://explorer.example/tx/1'],
  ['mailto:help@swap.example', 'mailto:help@swap.example'],
])('copies the link %s as %s', (linkURL, copied) => {
  const { ids, click, writeText } = menu({ linkURL, selectionText: 'x' });
  expect(ids).toEqual(['copyLink', 'separator', 'copy', 'selectAll']);
  click('copyLink');
  expect(writeText).toHaveBeenCalledExactlyOnceWith(copied);
});

it('copies no address that another program cannot open', () => {
  expect(menu({ linkURL: 'javascript:alert(1)' }).ids).toEqual([]);
  expect(menu({ linkURL: 'blob:app://bundle/1' }).ids).toEqual([]);
});

import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FileField } from './FileField.tsx';

function show(limit?: number) {
  const onText = vi.fn();
  const { container } = render(
    <FileField label="Choose" dropHint="or drop" accept=".json" onText={onText} {...(limit && { limit })} />,
  );
  const input = container.querySelector('input');
  const area = input?.parentElement;
  if (!input || !area) throw new Error('The component has no file input');
  return { onText, input, area };
}

const file = (text: string) => new File([text], 'a.json');

test('reads the text of a chosen or dropped file', async () => {
  const { onText, input, area } = show();
  fireEvent.change(input, { target: { files: [file('chosen')] } });
  await waitFor(() => expect(onText).toHaveBeenLastCalledWith('chosen'));
  fireEvent.dragOver(area);
  fireEvent.drop(area, { dataTransfer: { files: [file('dropped')] } });
  await waitFor(() => expect(onText).toHaveBeenLastCalledWith('dropped'));
});

test('never lets the browser open a dropped file', () => {
  const { area } = show();
  expect(fireEvent.drop(area, { dataTransfer: { files: [] } })).toBe(false);
  expect(fireEvent.dragOver(area)).toBe(false);
});

test('reports a file that is too large or unreadable', async () => {
  const { onText, input } = show(3);
  fireEvent.change(input, { target: { files: [file('four')] } });
  await waitFor(() => expect(onText).toHaveBeenLastCalledWith(null));
  const broken = Object.assign(file('abc'), { text: () => Promise.reject(new Error('gone')) });
  fireEvent.change(input, { target: { files: [broken] } });
  await waitFor(() => expect(onText).toHaveBeenCalledTimes(2));
  expect(onText).toHaveBeenLastCalledWith(null);
});

test('ignores an empty choice and opens the file chooser by its button', () => {
  const { onText, input } = show();
  fireEvent.change(input, { target: { files: [] } });
  const open = vi.spyOn(input, 'click');
  fireEvent.click(screen.getByRole('button', { name: 'Choose' }));
  expect(open).toHaveBeenCalledOnce();
  expect(onText).not.toHaveBeenCalled();
});

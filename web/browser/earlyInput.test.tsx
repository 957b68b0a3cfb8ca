import { act, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { findEarlyInput } from './earlyInput.ts';
import { Checkbox } from '../../renderer/components/fields/Checkbox.tsx';
import { RadioCards } from '../../renderer/components/fields/RadioCards.tsx';
import { Select } from '../../renderer/components/fields/Select.tsx';
import { TextInput } from '../../renderer/components/fields/TextInput.tsx';

const CITIES = ['Oslo', 'Bergen'].map((value) => ({ value, label: value }));

function Fields({ onCommit }: { onCommit?: () => void }) {
  const [text, setText] = useState('first');
  const [city, setCity] = useState('Oslo');
  const [colour, setColour] = useState('red');
  const [isTicked, setTicked] = useState(false);
  useLayoutEffect(() => onCommit?.(), [onCommit]);
  const colours = ['red', 'blue'].map((value) => ({ value, label: value }));
  return (
    <>
      <TextInput aria-label="Text" value={text} onChange={setText} />
      <Select aria-label="City" value={city} options={CITIES} onChange={setCity} />
      <RadioCards legend="Colour" value={colour} options={colours} onChange={setColour} />
      <Checkbox checked={isTicked} onChange={setTicked}>
        Tick
      </Checkbox>
      <output>{JSON.stringify([text, city, colour, isTicked])}</output>
    </>
  );
}

afterEach(() => document.body.replaceChildren());

test('enters again what each kind of field got before the page was hydrated', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(<Fields />);
  screen.getByRole<HTMLInputElement>('textbox').value = 'second';
  screen.getByRole<HTMLSelectElement>('combobox').value = 'Bergen';
  screen.getByRole('radio', { name: 'blue' }).click();
  screen.getByRole('checkbox').click();
  let enterAgain = (): void => undefined;
  const find = () => void (enterAgain = findEarlyInput(root));
  const hydrated = await act(async () => hydrateRoot(root, <Fields onCommit={find} />));
  act(() => enterAgain());
  expect(root.querySelector('output')?.textContent).toBe('["second","Bergen","blue",true]');
  act(() => hydrated.unmount());
});

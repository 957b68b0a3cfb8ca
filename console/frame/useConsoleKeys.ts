import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SECTIONS } from '../sections.ts';

/** After G, a letter counts for so long, in ms. */
const GO_MS = 1_500;
const TYPING = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

interface Keys {
  onSearch: () => void;
  onHelp: () => void;
}

/**
 * The keys of the console. They move the focus and open pages; an act always asks in its dialog. They are physical keys, so that they
 * work in a Cyrillic layout too. While a dialog is open or something is typed, all keys have their usual meaning.
 */
export function useConsoleKeys({ onSearch, onHelp }: Keys): void {
  const navigate = useNavigate();
  const [go] = useState(() => ({ until: 0 }));
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (document.querySelector('dialog[open]') || event.altKey) return;
      if ((event.ctrlKey || event.metaKey) && event.code === 'KeyK') {
        event.preventDefault();
        return onSearch();
      }
      const isTyping = event.target instanceof Element && event.target.closest(TYPING) !== null;
      if (isTyping || event.ctrlKey || event.metaKey) return;
      const letter = /^Key([A-Z])$/.exec(event.code)?.[1];
      if (letter !== undefined && event.timeStamp < go.until) {
        go.until = 0;
        const section = SECTIONS.find(({ key }) => key === letter);
        if (!section) return;
        event.preventDefault();
        void navigate(section.path);
      } else if (letter === 'G') go.until = event.timeStamp + GO_MS;
      else if (letter === 'J') moveBy(1);
      else if (letter === 'K') moveBy(-1);
      else if (event.key === '/') {
        event.preventDefault();
        onSearch();
      } else if (event.key === '?') onHelp();
      else if (event.key === 'Escape') document.querySelector<HTMLElement>('[data-close]')?.click();
      else if (letter !== undefined) pressAct(letter, event);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [go, navigate, onHelp, onSearch]);
}

/** Moves the focus to another row of the list: `data-row` marks what opens a row. */
function moveBy(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const here = rows.findIndex((row) => rowOf(row)?.contains(document.activeElement));
  const next = here < 0 ? rows[0] : rows[here + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

const rowOf = (element: Element | null): Element | null => element?.closest('tr, li') ?? null;

/** Opens the dialog of an act of the row in focus, or of what is open: `data-key` names its letter. */
function pressAct(letter: string, event: KeyboardEvent): void {
  const places = [rowOf(document.activeElement), ...document.querySelectorAll('[data-open]')];
  for (const place of places) {
    const button = place?.querySelector<HTMLElement>(`[data-key='${letter}']`);
    if (!button) continue;
    event.preventDefault();
    return button.click();
  }
}

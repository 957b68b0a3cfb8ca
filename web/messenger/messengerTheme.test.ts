import { expect, it } from 'vitest';
import { contrast, messengerTheme } from './messengerTheme.ts';

/** Themes as the messenger's clients send them, and three that nobody should have chosen */
const THEMES = {
  day: {
    bg_color: '#ffffff',
    secondary_bg_color: '#efeff4',
    text_color: '#000000',
    hint_color: '#8e8e93',
    link_color: '#007aff',
  },
  night: {
    bg_color: '#17212b',
    secondary_bg_color: '#10181f',
    text_color: '#f5f5f5',
    hint_color: '#708499',
    link_color: '#6ab3f3',
  },
  pink: {
    bg_color: '#ffe4ec',
    secondary_bg_color: '#ffd0de',
    text_color: '#3a1020',
    hint_color: '#ffb0c8',
    link_color: '#ff7aa8',
  },
  faint: {
    bg_color: '#ffffff',
    secondary_bg_color: '#fafafa',
    text_color: '#bbbbbb',
    hint_color: '#eeeeee',
    link_color: '#ffee88',
  },
  same: { bg_color: '#202020', text_color: '#202020', hint_color: '#202020', link_color: '#202020' },
} as const;

const coloursOf = (text = ''): [number, number, number] => {
  const [red = 0, green = 0, blue = 0] = (text.match(/\d+/g) ?? []).map(Number);
  return [red, green, blue];
};

it.each(Object.entries(THEMES))('makes all text of the theme %s readable', (name, theme) => {
  const made = messengerTheme(theme);
  const colour = (token: string) => coloursOf(made?.tokens[token]);
  expect(made?.scheme).toBe(['night', 'same'].includes(name) ? 'dark' : 'light');
  for (const ground of ['--ground', '--surface', '--well']) {
    for (const text of ['--ink', '--ink-2', '--ink-3', '--accent'])
      expect(contrast(colour(text), colour(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.4);
    expect(contrast(colour('--line-control'), colour(ground))).toBeGreaterThanOrEqual(2.9);
  }
  expect(contrast(colour('--accent-ink'), colour('--accent'))).toBeGreaterThanOrEqual(4.4);
});

it('keeps the colours of a theme that can be read', () => {
  const tokens = messengerTheme(THEMES.night)?.tokens;
  expect([tokens?.['--ground'], tokens?.['--surface'], tokens?.['--ink'], tokens?.['--accent']]).toEqual([
    'rgb(16 24 31)',
    'rgb(23 33 43)',
    'rgb(245 245 245)',
    'rgb(106 179 243)',
  ]);
});

it('leaves our own theme without the colours that it needs', () => {
  expect([
    messengerTheme({}),
    messengerTheme({ bg_color: '#ffffff' }),
    messengerTheme({ bg_color: 'white', text_color: 'url(x)' }),
  ]).toEqual([null, null, null]);
});

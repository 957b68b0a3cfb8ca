import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { createWindowStates } from './windowStates.ts';

const BOUNDS = { x: 10, y: 20, width: 1_000, height: 700 };
let file = '';

beforeEach(() => {
  file = join(temporaryFolder(), 'windows.json');
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const onUnsaved = vi.fn();
const open = () => createWindowStates(file, onUnsaved);
const reopened = () => open().all();

describe('createWindowStates', () => {
  it('keeps every window with its path, place and session storage', () => {
    const states = open();
    const first = states.add('/exchange-btc-usdttrc20');
    states.add('/ru');
    states.change(first, { bounds: BOUNDS, isMaximized: true, sessionStorage: { draft: '1' } });
    expect(reopened()).toEqual([
      { path: '/exchange-btc-usdttrc20', bounds: BOUNDS, isMaximized: true, sessionStorage: { draft: '1' } },
      { path: '/ru', bounds: null, isMaximized: false, sessionStorage: {} },
    ]);
  });

  it('opens a new window beside the last one', () => {
    const states = open();
    states.change(states.add('/'), { bounds: BOUNDS });
    expect(states.add('/fees').bounds).toEqual({ ...BOUNDS, x: 34, y: 44 });
  });

  it('stores a place that changes quickly once, and the last one before the app ends', () => {
    const states = open();
    const state = states.add('/');
    for (let x = 0; x < 5; x += 1) states.change(state, { bounds: { ...BOUNDS, x } }, 'later');
    expect(reopened()[0]?.bounds).toBeNull();
    vi.advanceTimersByTime(500);
    expect(reopened()[0]?.bounds?.x).toBe(4);
    states.change(state, { bounds: BOUNDS }, 'later');
    states.flush();
    expect(reopened()[0]?.bounds).toEqual(BOUNDS);
  });

  it('forgets a closed window, and of the last one the session storage', () => {
    const states = open();
    const [first, second] = [states.add('/'), states.add('/fees')];
    states.change(second, { sessionStorage: { draft: '1' } });
    states.close(first);
    states.close(second);
    expect(reopened()).toEqual([{ path: '/fees', bounds: null, isMaximized: false, sessionStorage: {} }]);
  });

  it('reports a write that failed', () => {
    file = join(file, 'missing');
    open().add('/');
    expect(onUnsaved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'ENOENT' }));
  });

  it.each([
    ['no JSON', '{"path"', []],
    ['another value', '{"path":"/"}', []],
    ['a damaged window', '[{"path":"/"},{"path":"/fees","bounds":null,"isMaximized":false,"sessionStorage":{}}]', ['/fees']],
    ['a path of another host', '[{"path":"//evil","bounds":null,"isMaximized":false,"sessionStorage":{}}]', []],
  ])('starts with the windows that it can read from a file with %s', (_what, text, paths) => {
    writeFileSync(file, text);
    expect(reopened().map(({ path }) => path)).toEqual(paths);
  });
});

import type { WebContents, WebFrameMain } from 'electron';
import * as fc from 'fast-check';
import Schema from 'typebox/schema';
import { describe, expect, it, vi } from 'vitest';
import type { IpcCallName } from '../contract/ipc.ts';
import { ipcInputs } from '../contract/schemas/ipc.ts';
import { checkedCall } from './checkedCall.ts';

const CHANNELS = Object.keys(ipcInputs) as IpcCallName[];
const PAGE = { url: 'app://bundle/ru/history' } as WebFrameMain;
const WINDOW = { mainFrame: PAGE } as WebContents;
const EVENT = { senderFrame: PAGE, sender: WINDOW };

function channel(name: IpcCallName) {
  const handler = vi.fn<() => never>();
  return { handler, call: checkedCall(name, handler) as (event: object, input: unknown) => unknown };
}

describe('the sender', () => {
  it('is handed to the handler with the argument', () => {
    const { handler, call } = channel('app.start');
    call(EVENT, null);
    expect(handler).toHaveBeenCalledExactlyOnceWith(null, WINDOW);
  });

  it.each([
    ['a closed frame', { senderFrame: null, sender: WINDOW }],
    ['a frame inside of the page', { senderFrame: { ...PAGE }, sender: WINDOW }],
    ...['https://evil.example/', 'app://evil/', 'app://bundle.evil/', 'file:///x', 'about:blank', 'data:text/html,x', ''].map(
      (url): [string, object] => {
        const frame = { url } as WebFrameMain;
        return [`a page at "${url}"`, { senderFrame: frame, sender: { mainFrame: frame } }];
      },
    ),
  ])('is refused if it is %s', (_what, event) => {
    for (const name of CHANNELS) {
      const { handler, call } = channel(name);
      expect(() => call(event, null)).toThrow('may not call');
      expect(handler).not.toHaveBeenCalled();
    }
  });
});

/** Values that no window sends, and parts of arguments in wrong places. */
const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withNullPrototype: true }),
  fc.record({ path: fc.webUrl(), url: fc.anything(), key: fc.anything(), text: fc.anything(), call: fc.anything() }),
  fc.record({ path: fc.constantFrom('//evil', '/\\evil', 'https://evil', 'relative') }),
  fc.record({ area: fc.constant('local'), key: fc.string(), value: fc.integer() }),
);

describe.each(CHANNELS)('%s', (name) => {
  it('hands no malformed argument to its handler, of 1,000 generated ones', () => {
    const schema = Schema.Compile(ipcInputs[name]);
    const { handler, call } = channel(name);
    fc.assert(
      fc.property(anything, (input) => {
        handler.mockClear();
        if (schema.Check(input)) return;
        expect(() => call(EVENT, input)).toThrow(`The argument of ${name} is invalid.`);
        expect(handler).not.toHaveBeenCalled();
      }),
      { numRuns: 1_000 },
    );
  });

  it('refuses an argument that is too large, missing, or has a field more', () => {
    const { handler, call } = channel(name);
    const huge = 'x'.repeat(6_000_000);
    const fields = Object.keys((ipcInputs[name] as { properties?: object }).properties ?? {});
    const bad = [undefined, huge, [], Object.fromEntries(fields.map((field) => [field, huge])), { extra: 1 }];
    for (const input of bad) expect(() => call(EVENT, input)).toThrow('is invalid');
    expect(handler).not.toHaveBeenCalled();
  });
});

it('refuses a rate alert whose value is not above zero', () => {
  const { handler, call } = channel('alerts.add');
  const add = (value: unknown) => call(EVENT, { from: 'btc', to: 'usdttrc20', kind: 'above', value, isKept: false });
  for (const value of ['0', '0.00', '-1', '', '1e3', 'NaN', '.5', '1\n', 1]) expect(() => add(value)).toThrow('is invalid');
  expect(handler).not.toHaveBeenCalled();
  for (const value of ['92000', '0.00000000000000000001', '10']) add(value);
  expect(handler).toHaveBeenCalledTimes(3);
});

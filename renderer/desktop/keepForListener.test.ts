import { expect, it } from 'vitest';
import { keepForListener } from './keepForListener.ts';

it('gives the first listener what came before it, once, and then what comes', () => {
  const send: ((event: string) => void)[] = [];
  const subscribe = keepForListener<string>((listener) => {
    send.push(listener);
    return () => undefined;
  });
  send[0]?.('early');
  const received: string[] = [];
  const stop = subscribe((event) => received.push(event));
  send[0]?.('later');
  stop();
  subscribe((event) => received.push(`second ${event}`));
  expect(received).toEqual(['early', 'later']);
  send[0]?.('last');
  expect(received).toEqual(['early', 'later', 'second last']);
});

import { describe, expect, it, vi } from 'vitest';
import type { RenderInput, RenderOutput } from './renderPage.ts';
import { createSharedPages } from './sharedPages.server.ts';

const PAGE = '/exchange-btc-usdttrc20';

function input(changes: Partial<RenderInput> = {}): RenderInput {
  return {
    url: PAGE,
    theme: null,
    cookies: {},
    apiUrl: 'http://api',
    clientAddress: '192.0.2.1',
    isHttps: false,
    now: 0,
    buildId: 'a',
    signingKeys: [],
    ...changes,
  };
}

function setUp(changes: Partial<RenderOutput> = {}) {
  const clock = { now: 0 };
  let count = 0;
  const render = vi.fn<(wanted: RenderInput) => Promise<RenderOutput>>((wanted) =>
    Promise.resolve({
      status: 200,
      redirectTo: null,
      locale: 'en',
      appHtml: `render ${(count += 1)} of ${wanted.url}`,
      snapshotJson: '{}',
      modules: [],
      page: wanted.url,
      isPrivate: false,
      isCallersOwn: false,
      isSessionOver: false,
      title: null,
      ...changes,
    }),
  );
  return { clock, render, shared: createSharedPages(render, () => clock.now) };
}

describe('shared pages', () => {
  it('render once per second, also for concurrent requests', async () => {
    const { clock, render, shared } = setUp();
    const pages = await Promise.all([shared(input()), shared(input({ clientAddress: '192.0.2.2' }))]);
    clock.now = 999;
    pages.push(await shared(input({ cookies: { first_visit: '5' } })));
    expect(new Set(pages.map(({ appHtml }) => appHtml)).size).toBe(1);
    clock.now = 1_000;
    expect((await shared(input())).appHtml).toBe(`render 2 of ${PAGE}`);
    expect(render).toHaveBeenCalledTimes(2);
  });

  it.each<[string, Partial<RenderInput>]>([
    ['another address', { url: '/ru/exchange-btc-usdttrc20' }],
    ['another theme', { theme: 'dark' }],
    ['another referral', { cookies: { referralID: 'someone' } }],
    ['a query', { url: `${PAGE}?amount=1` }],
  ])('are not for %s', async (_, changes) => {
    const { render, shared } = setUp();
    await shared(input());
    await shared(input(changes));
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('never share a page with a query', async () => {
    const { render, shared } = setUp();
    await Promise.all([shared(input({ url: `${PAGE}?amount=1` })), shared(input({ url: `${PAGE}?amount=1` }))]);
    expect(render).toHaveBeenCalledTimes(2);
  });

  it.each<[string, Partial<RenderOutput>]>([
    ['private', { isPrivate: true }],
    ['a failure', { status: 503 }],
    ['a page of which a limit on the customer’s calls left something out', { isCallersOwn: true }],
    ['a redirect', { status: 302, redirectTo: '/' }],
  ])('leave out what is %s', async (_, changes) => {
    const { render, shared } = setUp(changes);
    const pages = await Promise.all([shared(input()), shared(input())]);
    expect(new Set(pages.map(({ appHtml }) => appHtml)).size).toBe(2);
    expect(render).toHaveBeenCalledTimes(2);
  });

  it('are shared again after a render that was not shareable', async () => {
    const { render, shared } = setUp();
    const limited = { ...(await render(input())), isCallersOwn: true };
    render.mockResolvedValueOnce(limited);
    expect(await shared(input())).toBe(limited);
    const pages = [await shared(input()), await shared(input())];
    expect(pages[0]).not.toBe(limited);
    expect(pages[1]).toBe(pages[0]);
  });

  it('render again after a failed render', async () => {
    const { render, shared } = setUp();
    render.mockRejectedValueOnce(new Error('broken'));
    const outcomes = await Promise.allSettled([shared(input()), shared(input())]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });
});

import { expect, test } from 'vitest';
import { createFakePlatform } from '../../tests/support/browser/fakePlatform.ts';
import { VisitStore } from './VisitStore.ts';

const facts = {
  url: 'https://causeway.example/exchange-btc-xmr?utm_source=news&utm_campaign=spring&gclid=abc&amount=5&ref=friend',
  referrer: 'https://search.example/',
  userAgent: 'Browser/1',
  language: 'en-US',
  screenSize: '1440x900',
  isTrackingRefused: false,
};

function create() {
  const { platform } = createFakePlatform();
  let now = Date.parse('2026-11-20T14:00:00.000Z');
  const visit = () => new VisitStore({ platform, clock: { now: () => now } });
  return { platform, visit, later: (ms: number) => (now += ms) };
}

test('records the first page of a visit with exactly the specified fields', async () => {
  const { visit } = create();
  const store = visit();
  await store.begin(facts);
  expect(store.record).toEqual({
    timestamp: '2026-11-20T14:00:00.000Z',
    utm_source: 'news',
    utm_campaign: 'spring',
    gclid: 'abc',
    sessionId: expect.stringMatching(/^[0-9a-f]{16}$/),
    referrer: 'https://search.example/',
    userAgent: 'Browser/1',
    language: 'en-US',
    landingUrl: 'https://causeway.example/exchange-btc-xmr',
    screenSize: '1440x900',
  });
});

test('keeps the record for 720 hours and leaves the cookie to the web host', async () => {
  const { visit, platform, later } = create();
  await visit().begin(facts);
  expect(platform.cookies.get('first_visit')).toBeNull();
  later(720 * 3_600_000 - 1);
  const again = visit();
  await again.begin({ ...facts, url: 'https://causeway.example/?utm_source=other' });
  expect(again.record['utm_source']).toBe('news');
  later(1);
  const anew = visit();
  await anew.begin({ ...facts, url: 'https://causeway.example/?utm_source=other' });
  expect(anew.record['utm_source']).toBe('other');
});

test('never records an order’s id or address', async () => {
  const { visit } = create();
  const store = visit();
  await store.begin({
    ...facts,
    url: 'https://causeway.example/ru/order/AAAAAAAAAAAAAAAAAAAAAA?destinationAddress=T1#pass=secret',
  });
  expect(store.record['landingUrl']).toBe('https://causeway.example/ru/order');
  expect(JSON.stringify(store.record)).not.toContain('secret');
});

test('truncates long values to the limits of an order and replaces an invalid record', async () => {
  const { visit, platform } = create();
  platform.storage.set('visit', '{broken');
  const store = visit();
  await store.begin({ ...facts, userAgent: 'x'.repeat(5_000) });
  expect(store.record['userAgent']).toHaveLength(500);
});

test('adds the type of the user to what an order sends', async () => {
  const { visit } = create();
  const store = visit();
  expect(store.utmData(false)).toEqual({});
  await store.begin(facts);
  expect(store.utmData(false)).toEqual({ ...store.record, user_type: 'guest' });
  expect(store.utmData(true)['user_type']).toBe('registered');
});

test('records and sends nothing when the browser asks not to be tracked, and forgets earlier visits', async () => {
  const { visit, platform } = create();
  await visit().begin(facts);
  platform.cookies.set('first_visit', '1');
  const store = visit();
  await store.begin({ ...facts, isTrackingRefused: true });
  expect(store.utmData(true)).toEqual({});
  expect(platform.storage.get('visit')).toBeNull();
  expect(platform.cookies.get('first_visit')).toBeNull();
});

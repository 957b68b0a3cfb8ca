import { describe, expect, it, vi } from 'vitest';
import { seoTexts } from './seoTexts.server.ts';

const GOOD = { title: 'a', description: 'b', og_title: 'c', og_description: 'd', h1: 'e', json_ld: '{}' };
const PAGE = { page: '/support', locale: 'en', status: 200 } as const;
const log = { warn: vi.fn() };
const answering = (texts: Record<string, string>) => ({ seo: vi.fn(() => Promise.resolve({ en: texts })) });

describe('seoTexts', () => {
  it('returns the texts of the locale, complete or not, while the check is off', async () => {
    expect(await seoTexts(PAGE, { api: answering({ title: 'only' }), checkMeta: false }, log)).toEqual({ title: 'only' });
    expect(await seoTexts({ ...PAGE, locale: 'ru' }, { api: answering(GOOD), checkMeta: false }, log)).toEqual({});
  });

  it('accepts complete texts when the check is on', async () => {
    expect(await seoTexts(PAGE, { api: answering(GOOD), checkMeta: true }, log)).toEqual(GOOD);
  });

  it('names missing keys and broken JSON when the check is on', async () => {
    const broken = { ...GOOD, h1: '', json_ld: '{' };
    const checked = seoTexts(PAGE, { api: answering(broken), checkMeta: true }, log);
    await expect(checked).rejects.toThrow('SEO texts of /support in en: h1 (empty), json_ld (invalidJson)');
  });

  it('checks nothing while the API host is unavailable', async () => {
    const api = { seo: () => Promise.reject(new Error('away')) };
    for (const checkMeta of [false, true]) expect(await seoTexts(PAGE, { api, checkMeta }, log)).toEqual({});
  });

  it('does not turn a 404 into a 500', async () => {
    expect(await seoTexts({ ...PAGE, status: 404 }, { api: answering({}), checkMeta: true }, log)).toEqual({});
  });

  it('requests texts of orders and unknown paths by kind, never by path', async () => {
    const api = answering(GOOD);
    await seoTexts({ ...PAGE, page: '/order/secret' }, { api, checkMeta: false }, log);
    await seoTexts({ ...PAGE, page: '/secret', status: 404 }, { api, checkMeta: false }, log);
    expect(api.seo.mock.calls).toEqual([['/order'], ['/not-found']]);
  });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBuiltSite } from './loadBuiltSite.server.ts';

const resourcesDirectory = fileURLToPath(new URL('../../resources', import.meta.url));
let distDirectory: string;
beforeEach(async () => {
  distDirectory = await mkdtemp(join(tmpdir(), 'dist-'));
  const files = {
    'web/stamp.json': { buildId: 'abc', builtAt: '2026-11-20T12:00:00.000Z' },
    'web/client/messenger.json': { 'web/messenger.tsx': { file: 'assets/messenger.js' } },
    'web/client/console.json': { 'web/console.tsx': { file: 'assets/console.js' } },
    'web/server/console.json': { en: 'c1', ru: 'c2' },
    'web/client/manifest.json': { 'web/client.tsx': { file: 'assets/client.js' }, 'style.css': { file: 'assets/style.css' } },
    'web/client/_i18n/e1/en/messages.json': { hello: ['Hello'] },
    'web/client/_i18n/e1/en/account.json': { wallet: ['Wallet'] },
    'web/client/_i18n/r1/ru/account.json': { wallet: ['Кошелёк'] },
    'web/client/_i18n/e1/en/content.json': { docs: ['Docs'] },
    'web/client/_i18n/r1/ru/content.json': { docs: ['Справка'] },
    'web/client/_i18n/e1/en/fiat.json': { card: ['Card'] },
    'web/client/_i18n/r1/ru/fiat.json': { card: ['Карта'] },
    'web/client/_i18n/e1/en/identity.json': { passport: ['Passport'] },
    'web/client/_i18n/r1/ru/identity.json': { passport: ['Паспорт'] },
    'web/client/_i18n/e1/en/receipt.json': { printed: ['Printed'] },
    'web/client/_i18n/r1/ru/receipt.json': { printed: ['Напечатано'] },
    'web/client/_i18n/e1/en/sandbox.json': { faucet: ['Faucet'] },
    'web/client/_i18n/r1/ru/sandbox.json': { faucet: ['Кран'] },
    'web/client/_i18n/r1/ru/messages.json': { hello: ['Привет'] },
    'web/server/messages.json': { en: 'e1', ru: 'r1' },
  };
  for (const [name, value] of Object.entries(files)) await write(name, JSON.stringify(value));
  await write('web/client/assets/style.css', 'p{color:red}\n');
  await write('web/server/render.js', 'export const createRenderBundle = (messages) => ({ messages });');
});
afterEach(() => rm(distDirectory, { recursive: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(dirname(join(distDirectory, name)), { recursive: true });
  await writeFile(join(distDirectory, name), text);
}

describe('loadBuiltSite', () => {
  it('reads the build and passes the messages to the render bundle', async () => {
    const site = await loadBuiltSite({ distDirectory, resourcesDirectory });
    expect(site).toMatchObject({
      build: { id: 'abc', timestamp: Date.parse('2026-11-20T12:00:00Z') },
      messageHashes: { en: 'e1', ru: 'r1' },
      brand: { name: 'Causeway' },
      styles: 'p{color:red}',
      console: { texts: { en: 'c1', ru: 'c2' } },
      render: {
        messages: {
          en: {
            hello: ['Hello'],
            wallet: ['Wallet'],
            docs: ['Docs'],
            card: ['Card'],
            passport: ['Passport'],
            faucet: ['Faucet'],
          },
          ru: {
            hello: ['Привет'],
            wallet: ['Кошелёк'],
            docs: ['Справка'],
            card: ['Карта'],
            passport: ['Паспорт'],
            faucet: ['Кран'],
          },
        },
      },
    });
  });

  it('rejects a stylesheet that contains </style', async () => {
    await write('web/client/assets/style.css', 'p{content:"</style>"}');
    await expect(loadBuiltSite({ distDirectory, resourcesDirectory })).rejects.toThrow('style.css holds the end');
  });

  it('names the file that is missing', async () => {
    await rm(join(distDirectory, 'web/client/manifest.json'));
    await expect(loadBuiltSite({ distDirectory, resourcesDirectory })).rejects.toThrow('manifest.json');
  });
});

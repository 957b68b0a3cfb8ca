import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { AppImageUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { createLogFile } from '../logs/log.ts';
import { signedFeedBytes } from './feedSignature.ts';
import { configureUpdater, FEED_MS } from './signedProvider.ts';
import { createUpdates, DOWNLOAD_MS } from './updates.ts';

/** Runs the real updater for AppImages against a server of the test. Nothing is installed. */
const KEY = randomBytes(32);
const PUBLIC_KEYS = [bytesToHex(ed25519.getPublicKey(KEY))];
const PACKAGE = 'the new version';

const sha512 = (text: string): string => createHash('sha512').update(text).digest('base64');
const feedOf = ({ version = '1.1.0', hash = sha512(PACKAGE) } = {}): string =>
  [
    `version: ${version}`,
    `files: [{ url: app.AppImage, sha512: "${hash}", size: ${PACKAGE.length} }]`,
    'path: app.AppImage',
    `sha512: "${hash}"`,
    "releaseDate: '2026-01-01T00:00:00.000Z'",
  ].join('\n');
const signatureOf = (feed: string, key: Uint8Array = KEY): string => bytesToHex(ed25519.sign(signedFeedBytes(feed), key));

/** By name; null: the server never answers. */
let served: Record<string, string | null>;
let asked: string[];
const answer: RequestListener = ({ url = '' }, response) => {
  const name = url.replace(/\?.*/, '').slice(1);
  asked.push(name);
  if (served[name] === null) return;
  if (served[name] === undefined) response.writeHead(404);
  response.end(served[name]);
};
const server = createServer(answer);

beforeEach(async () => {
  [served, asked] = [{ 'app.AppImage': PACKAGE }, []];
  vi.stubEnv('APPIMAGE', join(temporaryFolder(), 'app.AppImage'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return () => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  };
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

function setUp() {
  const folder = temporaryFolder();
  const configuration = join(folder, 'app-update.yml');
  writeFileSync(configuration, 'updaterCacheDirName: cache\n');
  const updater = new AppImageUpdater(null, {
    version: '1.0.0',
    name: 'causeway',
    isPackaged: true,
    appUpdateConfigPath: configuration,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: () => Promise.resolve(),
    relaunch: vi.fn(),
    quit: vi.fn(),
    onQuit: vi.fn(),
  });
  // Electron's network stack, which a test has not.
  Object.assign(updater, { httpExecutor: Object.assign(new ElectronHttpExecutor(), { createRequest: request }) });
  const log = createLogFile(folder);
  const { port } = server.address() as AddressInfo;
  configureUpdater(updater, { url: `http://127.0.0.1:${port}/`, channel: 'latest', publicKeys: PUBLIC_KEYS }, log);
  const quitAndInstall = vi.spyOn(updater, 'quitAndInstall').mockReturnValue();
  const downloaded: string[] = [];
  updater.on('update-downloaded', ({ downloadedFile }) => downloaded.push(readFileSync(downloadedFile, 'utf8')));
  const onReady = vi.fn();
  const onRestart = vi.fn();
  const updates = createUpdates({ updater, log, onReady, onRestart });
  return { updates, log, downloaded, onReady, onRestart, quitAndInstall };
}

const FEED = `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`;
function serve(feed: string, signature: string | null = signatureOf(feed)): void {
  served[FEED] = feed;
  if (signature !== null) served[`${FEED}.sig`] = signature;
}
/** Waits until the server was asked for a file, then lets the time pass in which it should have answered. */
async function passAfterRequest(name: string, milliseconds: number): Promise<void> {
  await expect.poll(() => asked).toContain(name);
  await vi.advanceTimersByTimeAsync(milliseconds);
}

it('downloads a newer version with our signature, and installs it only when told', async () => {
  serve(feedOf());
  const { updates, downloaded, onReady, onRestart, quitAndInstall } = setUp();
  expect(await updates.check()).toBe('downloading');
  await expect.poll(() => onReady.mock.calls).toEqual([[{ version: '1.1.0' }]]);
  expect(downloaded).toEqual([PACKAGE]);
  expect([await updates.check(), updates.ready()]).toEqual(['ready', { version: '1.1.0' }]);
  expect(quitAndInstall).not.toHaveBeenCalled();
  updates.apply();
  expect(onRestart).toHaveBeenCalledBefore(quitAndInstall);
  expect(quitAndInstall).toHaveBeenCalledOnce();
});

it.each([
  ['without a signature', () => serve(feedOf(), null)],
  ['with an empty signature', () => serve(feedOf(), '')],
  ['signed with another key', () => serve(feedOf(), signatureOf(feedOf(), randomBytes(32)))],
  ['changed after it was signed', () => serve(feedOf({ version: '9.0.0' }), signatureOf(feedOf()))],
  [
    'whose signature is of another kind of document',
    () => serve(feedOf(), bytesToHex(ed25519.sign(new TextEncoder().encode(feedOf()), KEY))),
  ],
])('refuses a feed %s before it downloads anything', async (_what, put) => {
  put();
  const { updates, log, onReady } = setUp();
  expect(await updates.check()).toBe('failed');
  expect(asked).not.toContain('app.AppImage');
  expect(onReady).not.toHaveBeenCalled();
  expect(log.text()).toContain('no update feed');
});

it.each(['0.9.0', '1.0.0'])('does not go to version %s, although it is signed', async (version) => {
  serve(feedOf({ version }));
  const { updates } = setUp();
  expect(await updates.check()).toBe('none');
  expect(asked).not.toContain('app.AppImage');
});

it('refuses a package with another hash than the signed one', async () => {
  serve(feedOf({ hash: sha512('another version') }));
  const { updates, log, onReady, quitAndInstall } = setUp();
  expect(await updates.check()).toBe('downloading');
  await expect.poll(() => log.text()).toContain('update not downloaded');
  expect(updates.ready()).toBeNull();
  updates.apply();
  expect([onReady.mock.calls, quitAndInstall.mock.calls]).toEqual([[], []]);
});

it('says that it failed when the server does not answer as it should, and tries again', async () => {
  const { updates, onReady } = setUp();
  expect(await updates.check()).toBe('failed');
  serve(feedOf());
  expect(await updates.check()).toBe('downloading');
  await expect.poll(() => onReady.mock.calls).toHaveLength(1);
});

it('ends a check and a download that get no answer, and tries again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  served[FEED] = null;
  const { updates, log, onReady } = setUp();
  const check = updates.check();
  await passAfterRequest(FEED, FEED_MS);
  expect(await check).toBe('failed');

  serve(feedOf());
  served['app.AppImage'] = null;
  expect(await updates.check()).toBe('downloading');
  await passAfterRequest('app.AppImage', DOWNLOAD_MS);
  await expect.poll(() => log.text()).toContain('update not downloaded');

  served['app.AppImage'] = PACKAGE;
  await expect.poll(updates.check).toBe('ready');
  expect(onReady).toHaveBeenCalledExactlyOnceWith({ version: '1.1.0' });
});

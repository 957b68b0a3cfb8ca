import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import type { Configuration } from 'electron-builder';
import { expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { builderOptions, FUSES } from '../../scripts/desktopPackages/builderConfiguration.ts';
import { ORDER_PASS_EXTENSION, ORDER_PASS_MEDIA_TYPE } from '../../contract/desktop/orderPassFile.ts';
import { readConfiguration } from '../../main/configuration.ts';
import { LINK_SCHEME } from '../../main/instance/requests.ts';
import { identifyApp } from '../../main/instance/appId.ts';

/** What cannot be built without Electron's binary, other systems or certificates is checked by reading its configuration. */
const configuration = configurationOf({});

/** As electron-builder merges them. */
function configurationOf(variables: NodeJS.ProcessEnv): Configuration {
  const file = parse(readFileSync('electron-builder.yml', 'utf8')) as Configuration;
  const { mac, linux, ...options } = builderOptions(variables);
  return { ...file, ...options, mac: { ...file.mac, ...mac }, linux: { ...file.linux, ...linux } };
}

it('makes an AppImage, a deb, a dmg and an NSIS installer', () => {
  const { linux, mac, win } = configuration;
  expect([linux?.target, mac?.target, win?.target]).toEqual([['AppImage', 'deb'], ['dmg', 'zip'], ['nsis']]);
});

it('gives the packages the id that the app tells Windows', () => {
  const setAppUserModelId = vi.fn();
  identifyApp({ isPackaged: true, setAppUserModelId }, 'win32');
  expect(setAppUserModelId.mock.calls).toEqual([[configuration.appId]]);
  identifyApp({ isPackaged: true, setAppUserModelId }, 'linux');
  expect(setAppUserModelId).toHaveBeenCalledOnce();
});

it('installs, rebuilds and adds no modules', async () => {
  const { beforeBuild } = configuration;
  const context = { appDir: '.', electronVersion: '', platform: { nodeName: 'linux' }, arch: 'x64' };
  expect(await (beforeBuild as (context: unknown) => Promise<boolean>)(context)).toBe(false);
});

it('decides about every fuse, so that the executable runs only the signed archive', () => {
  const named = Object.fromEntries(
    Object.values(FuseV1Options)
      .filter((fuse) => typeof fuse === 'number')
      .map((fuse) => [FuseV1Options[fuse], FUSES[fuse]]),
  );
  expect(FUSES.strictlyRequireAllFuses).toBe(true);
  expect(named).toEqual({
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    LoadBrowserProcessSpecificV8Snapshot: false,
    GrantFileProtocolExtraPrivileges: false,
    WasmTrapHandlers: true,
  });
  expect(configuration.asar).toBe(true);
  expect(configuration.disableAsarIntegrity).toBeUndefined();
});

it('registers the links and the order passes that the app opens', () => {
  expect(configuration.protocols).toMatchObject([{ schemes: ['causeway'] }]);
  expect(configuration.fileAssociations).toMatchObject([{ ext: ORDER_PASS_EXTENSION.slice(1), mimeType: ORDER_PASS_MEDIA_TYPE }]);
});

it('hardens the macOS app, which may compile code and nothing else', () => {
  const { mac } = configuration;
  expect(mac).toMatchObject({ hardenedRuntime: true, notarize: false });
  const entitlements = readFileSync(String(mac?.entitlements), 'utf8');
  expect([...entitlements.matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key)).toEqual(['com.apple.security.cs.allow-jit']);
  expect(mac?.entitlementsInherit).toBe(mac?.entitlements);
  expect(configurationOf({ APPLE_TEAM_ID: 'TEAM' }).mac?.notarize).toBe(true);
});

it('refuses to finish a release without a certificate', () => {
  expect(configuration.forceCodeSigning).toBe(false);
  expect(configurationOf({ SIGNING: 'required' }).forceCodeSigning).toBe(true);
});

it('names the update feed, its channel and its keys, and no feed by default', () => {
  expect([configuration.publish, configuration.extraMetadata]).toMatchObject([null, { desktop: {} }]);
  const url = 'https://updates.example.org/desktop';
  const variables = { UPDATE_URL: url, UPDATE_CHANNEL: 'beta', UPDATE_KEYS: `${'a'.repeat(64)},${'b'.repeat(64)}` };
  const { publish, extraMetadata } = configurationOf(variables);
  expect(publish).toEqual([{ provider: 'generic', url, channel: 'beta' }]);
  expect(readConfiguration({}, extraMetadata).updates).toEqual({
    url,
    channel: 'beta',
    publicKeys: ['a'.repeat(64), 'b'.repeat(64)],
  });
  expect(() => configurationOf({ ...variables, UPDATE_URL: 'http://updates.example.org' })).toThrow('UPDATE_URL');
  expect(() => configurationOf({ ...variables, UPDATE_KEYS: '' })).toThrow('UPDATE_KEYS');
  expect(configuration.win?.verifyUpdateCodeSignature).toBe(true);
});

it('stores the host of the app in its package, and no other variable', () => {
  const variables = { API_URL: 'https://exchange.example.org', CSC_KEY_PASSWORD: 'of the certificate' };
  const built = configurationOf(variables);
  expect(readConfiguration({}, built.extraMetadata).apiUrl).toBe(variables.API_URL);
  expect(JSON.stringify(built)).not.toContain('of the certificate');
  expect(() => configurationOf({ API_URL: 'http://exchange.example.org' })).toThrow('API_URL');
});

it('names icons that exist', () => {
  const { mac, win, linux, directories } = configuration;
  const icons = [mac?.icon, win?.icon, `${String(linux?.icon)}/512x512.png`];
  const files = icons.map((icon) => join(String(directories?.buildResources), String(icon)));
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

it('names every library and program that Electron, notifications, links and the keychain need on Debian', () => {
  const { deb, linux } = configuration;
  expect(deb?.depends).toEqual(expect.arrayContaining(['libnotify4', 'xdg-utils', 'libatspi2.0-0', 'libsecret-1-0']));
  expect(deb?.recommends).toEqual([expect.stringContaining('appindicator'), expect.stringContaining('gnome-keyring')]);
  expect([linux?.syncDesktopName, configuration.extraMetadata]).toMatchObject([
    true,
    { desktopName: `${configuration.appId}.desktop` },
  ]);
});

it('gives the app of a brand a data folder, a lock and links of its own', () => {
  expect(configuration.extraMetadata).toMatchObject({ name: 'causeway' });
  expect([LINK_SCHEME, configuration.protocols]).toEqual(['causeway', [{ name: 'Causeway', schemes: ['causeway'] }]]);
});

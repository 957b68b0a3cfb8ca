import { join } from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion, type FuseConfig } from '@electron/fuses';
import type { AfterPackContext, Configuration } from 'electron-builder';
import { appNameOf } from '../../contract/desktop/appName.ts';
import { ORDER_PASS_EXTENSION, ORDER_PASS_MEDIA_TYPE } from '../../contract/desktop/orderPassFile.ts';
import { APP_ID } from '../../main/instance/appId.ts';
import brandFile from '../../resources/brand.json' with { type: 'json' };

/**
 * What the packaged executable may do, written into it before it is signed. Each fuse is set, so that a new one of a later
 * Electron stops the packaging until somebody decides about it. See https://www.electronjs.org/docs/latest/tutorial/fuses
 */
export const FUSES = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // No way to run other code in the signed executable:
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  // Chromium's own protection of WebAssembly memory.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseConfig;

/**
 * Returns what electron-builder adds to `electron-builder.yml`: brand and environment. `API_URL` names the host of the app. `UPDATE_URL` names the folder of the
 * update feed, `UPDATE_CHANNEL` its channel, and `UPDATE_KEYS` the public keys that sign it, in hex, with commas between them.
 * Without a feed the app looks for no updates. electron-builder itself reads the certificates: `CSC_LINK`, `WIN_CSC_LINK`,
 * `APPLE_ID` and more.
 *
 * @throws an error that names an invalid variable
 */
export function builderOptions(variables: NodeJS.ProcessEnv): Configuration {
  const apiUrl = httpsAddress('API_URL', variables);
  const updates = updatesOf(variables);
  const { name, legalEntity, supportEmail } = brandFile;
  const executableName = appNameOf(name);
  const maintainer = `${legalEntity} <${supportEmail}>`;
  return {
    appId: APP_ID,
    productName: name,
    copyright: legalEntity,
    protocols: [{ name, schemes: [executableName] }],
    fileAssociations: [
      { ext: ORDER_PASS_EXTENSION.slice(1), name: `${name} order pass`, mimeType: ORDER_PASS_MEDIA_TYPE, role: 'Editor' },
    ],
    extraMetadata: {
      // Electron names the data folder after it, in which the lock of the single instance is.
      name: executableName,
      // The portals of Linux and its windows know the app by this id.
      desktopName: `${APP_ID}.desktop`,
      author: { name: legalEntity, email: supportEmail },
      dependencies: null,
      allowScripts: null,
      engines: null,
      // `main/configuration.ts` reads it.
      desktop: { ...(apiUrl && { apiUrl }), ...(updates && { updates }) },
    },
    // `false`: electron-builder installs, rebuilds and adds no modules; `files` names them all.
    beforeBuild: () => Promise.resolve(false),
    ...(variables['ELECTRON_DIST'] && { electronDist: variables['ELECTRON_DIST'] }),
    // `electronFuses` of electron-builder doesn't know all fuses.
    afterPack: async (context) => void (await flipFuses(executableOf(context, executableName), FUSES)),
    // A release must not end unsigned because a certificate is missing.
    forceCodeSigning: variables['SIGNING'] === 'required',
    publish: updates && [{ provider: 'generic', url: updates.url, channel: updates.channel }],
    mac: { notarize: Boolean(variables['APPLE_TEAM_ID']) },
    linux: { executableName, syncDesktopName: true, maintainer, vendor: legalEntity, synopsis: brandFile.tagline.en },
  };
}

/** Returns the update feed; null without one. An app verifies a feed before it reads it, so there is none without keys. */
function updatesOf(variables: NodeJS.ProcessEnv): { url: string; channel: string; publicKeys: string[] } | null {
  const url = httpsAddress('UPDATE_URL', variables);
  if (url === null) return null;
  const publicKeys = (variables['UPDATE_KEYS'] ?? '').split(',').filter((key) => key !== '');
  if (publicKeys.length === 0 || publicKeys.some((key) => !/^[0-9a-f]{64}$/.test(key))) {
    throw new Error('UPDATE_KEYS must be public keys of 64 hex digits, with commas between them.');
  }
  return { url, channel: variables['UPDATE_CHANNEL'] ?? 'latest', publicKeys };
}

/** Returns an address; null if it is not set. `http:` is allowed for this computer only, where a host under development runs. */
function httpsAddress(name: string, variables: NodeJS.ProcessEnv): string | null {
  const text = variables[name];
  if (!text) return null;
  const { protocol, hostname } = URL.parse(text) ?? {};
  if (protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname ?? ''))) return text;
  throw new Error(`${name} must be an https address, not ${text}`);
}

function executableOf({ appOutDir, electronPlatformName, packager }: AfterPackContext, executableName: string): string {
  const { productFilename } = packager.appInfo;
  if (electronPlatformName === 'linux') return join(appOutDir, executableName);
  return join(appOutDir, electronPlatformName === 'darwin' ? `${productFilename}.app` : `${productFilename}.exe`);
}

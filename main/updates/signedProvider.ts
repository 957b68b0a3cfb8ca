import type { OutgoingHttpHeaders } from 'node:http';
import type { AppUpdater, CancellationToken } from 'electron-updater';
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { withTimeout } from '../../contract/withTimeout.ts';
import type { UpdateSettings } from '../configuration.ts';
import { errorFields, type Log } from '../logs/log.ts';
import { isSignedFeed, SIGNATURE_SUFFIX } from './feedSignature.ts';

/** How long a file of the feed may take, in ms. A request that hangs would block all later ones. */
export const FEED_MS = 60_000;

/**
 * Reads the feed from a plain web server. Accepts only a feed that we have signed. The feed has the hashes of the packages, so an
 * attacker who controls the server can't offer another package.
 */
class SignedProvider extends GenericProvider {
  private readonly publicKeys: readonly string[];

  constructor(custom: Readonly<Record<string, unknown>>, updater: AppUpdater, options: ProviderRuntimeOptions) {
    const { url, channel, publicKeys } = custom['settings'] as UpdateSettings;
    super({ provider: 'generic', url, channel }, updater, options);
    this.publicKeys = publicKeys;
  }

  /** electron-updater reads only the feed with this method. It downloads packages with another one and compares them with the feed. */
  protected override async httpRequest(
    address: URL,
    headers?: OutgoingHttpHeaders | null,
    cancellation?: CancellationToken,
  ): Promise<string | null> {
    const signatureAddress = new URL(address);
    signatureAddress.pathname += SIGNATURE_SUFFIX;
    const feed = await withTimeout(super.httpRequest(address, headers, cancellation), FEED_MS);
    const signature = await withTimeout(super.httpRequest(signatureAddress, headers, cancellation), FEED_MS);
    if (!isSignedFeed(feed ?? '', signature ?? '', this.publicKeys)) throw new Error('The feed has no valid signature.');
    return feed;
  }
}

/** Makes an updater read our signed feed, and do nothing without being told: no download, no installation, no older version. */
export function configureUpdater(updater: AppUpdater, settings: UpdateSettings, log: Log): void {
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableDifferentialDownload = true;
  updater.logger = {
    info: () => undefined,
    warn: () => undefined,
    error: (error: unknown) => log.error('updater', errorFields(error)),
  };
  updater.setFeedURL({ provider: 'custom', updateProvider: SignedProvider, settings });
}

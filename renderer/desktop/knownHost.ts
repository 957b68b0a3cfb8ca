import type { KeyValueStorage } from '../../contract/platform.ts';
import type { HostAnnouncement } from '../stores/HealthStore.ts';
import { readStored } from '../stores/storedJson.ts';

const KEY = 'known-host';

/** Returns what the host of a site announced last. Until it answers, the frame shows what depends on it, and moves nothing later. */
export function readKnownHost(storage: KeyValueStorage, siteUrl: string): HostAnnouncement | null {
  const known = readStored(storage, KEY) as { siteUrl?: unknown; host?: unknown } | null;
  return known?.siteUrl === siteUrl && isHost(known.host) ? known.host : null;
}

export function keepKnownHost(storage: KeyValueStorage, siteUrl: string, host: HostAnnouncement): void {
  const text = JSON.stringify({ siteUrl, host });
  if (storage.get(KEY) !== text) storage.set(KEY, text);
}

function isHost(value: unknown): value is HostAnnouncement {
  if (typeof value !== 'object' || value === null) return false;
  const { features, sandbox, brand } = value as Partial<Record<keyof HostAnnouncement, unknown>>;
  return (
    Array.isArray(features) &&
    features.every((one) => typeof one === 'string') &&
    typeof sandbox === 'boolean' &&
    typeof brand === 'string'
  );
}

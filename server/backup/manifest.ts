import { readFile } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import packageFile from '../../package.json' with { type: 'json' };
import { isoTime } from '../../contract/isoTime.ts';
import type { Database } from '../db/database.ts';
import { findCounterValue, listCursors } from '../db/repositories/cursors.ts';
import { ConfigurationError } from '../settings/configurationError.ts';

const Whole = Type.Integer({ minimum: 0 });

/** What a backup says about itself. It was read before the copy was made, so the copy is never older. */
export const Manifest = Type.Object({
  version: Type.Literal(1),
  createdAt: Type.String(),
  database: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  /** The version of the host that wrote it: "1.2.0" */
  release: Type.String(),
  /** The highest HD index that was reserved for a deposit address */
  depositIndex: Whole,
  /** How far deposits were scanned: a block height, or what the network's family counts */
  networks: Type.Array(Type.Object({ network: Type.String(), cursor: Type.String() })),
  /** The entries of the copy's ledger, whose journals all sum to zero */
  ledgerEntries: Whole,
  hasSeed: Type.Boolean(),
});
export type Manifest = Static<typeof Manifest>;

/** Returns what a manifest takes from the running database. */
export async function describeDatabase(
  database: Database,
  now: number,
): Promise<Pick<Manifest, 'createdAt' | 'release' | 'depositIndex' | 'networks'>> {
  return {
    createdAt: isoTime(now),
    release: packageFile.version,
    depositIndex: await findCounterValue(database, 'deposit_index'),
    networks: await listCursors(database),
  };
}

/** Throws a ConfigurationError if the file is missing or not a manifest of this version. */
export async function readManifest(path: string): Promise<Manifest> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const manifest: unknown = parse(text);
  if (Value.Check(Manifest, manifest)) return manifest;
  throw new ConfigurationError('The backup has no manifest of this version of the host.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

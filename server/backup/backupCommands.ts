import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Logger } from '../common/log.ts';
import type { DatabaseSettings } from '../db/databaseSettings.ts';
import { openExistingDatabase } from '../db/openDatabase.ts';
import { createBackupKey, readBackupKey } from './backupKey.ts';
import { createBackup, type BackupSource } from './createBackup.ts';
import { formatRestored } from './formatRestored.ts';
import { withOpenArchive } from './openArchive.ts';
import { restoreBackup } from './restoreBackup.ts';

/** The host's configuration, as far as backups need it. */
export interface BackupContext {
  environment: BackupSource & DatabaseSettings;
  /** Slugs of the configured networks */
  networks: readonly string[];
  /** Who runs the command */
  systemUser: string;
  log: Pick<Logger, 'error' | 'warn'>;
  now: () => number;
}

export interface BackupCommand {
  /** As in `OperatorCommand` */
  usage: readonly (readonly [args: string, help: string])[];
  /** Returns the text to print, or null when the arguments do not fit the usage. Throws a ConfigurationError or a SecretFileError. */
  run(context: BackupContext, words: readonly string[]): Promise<string | null>;
}

/** Commands about backups. Unlike the others they need no running networks, and some need no database. */
export const BACKUP_COMMANDS: Readonly<Record<string, BackupCommand>> = {
  backup: {
    usage: [
      ['[folder] [--with-seed]', 'write an encrypted backup of database and keys; the host may be running'],
      ['--verify <file> --key <key file>', 'open a backup and repeat the checks of its books'],
    ],
    run: async (context, words) => {
      const options = { 'with-seed': { type: 'boolean' }, verify: { type: 'string' }, key: { type: 'string' } } as const;
      const parsed = parse(words, options);
      if (parsed === null || parsed.positionals.length > 1) return null;
      const { 'with-seed': withSeed = false, verify, key } = parsed.values;
      if (verify === undefined) return key === undefined ? await backUp(context, parsed.positionals[0], withSeed) : null;
      return key === undefined || withSeed || parsed.positionals.length > 0 ? null : await verifyBackup(context, verify, key);
    },
  },
  restore: {
    usage: [
      ['<file> --key <key file>', 'restore a backup into an empty database; nothing is sent until operators open each network'],
    ],
    run: async (context, words) => {
      const parsed = parse(words, { key: { type: 'string' } });
      const [file, ...more] = parsed?.positionals ?? [];
      const key = parsed?.values.key;
      return file === undefined || more.length > 0 || key === undefined ? null : await restore(context, file, key);
    },
  },
  'backup-key': {
    usage: [['<file>', 'create a key pair for backups: the file gets the secret key']],
    run: async ({ now }, [file, ...more]) => {
      if (file === undefined || more.length > 0) return null;
      const recipient = await createBackupKey(file, now());
      return [
        `${file} holds the secret key. Without it no backup can be read: keep two copies, away from this machine.`,
        `Start the host and run \`backup\` with BACKUP_RECIPIENTS=${recipient}`,
      ].join('\n');
    },
  },
};

/** Returns the command about backups that the words name, or undefined. */
export function findBackupCommand([name = '']: readonly string[]): BackupCommand | undefined {
  return Object.hasOwn(BACKUP_COMMANDS, name) ? BACKUP_COMMANDS[name] : undefined;
}

async function backUp({ environment, log, now }: BackupContext, folder: string | undefined, withSeed: boolean): Promise<string> {
  const database = await openExistingDatabase(environment, log);
  try {
    const target = folder ?? join(environment.dataDirectory, 'backups');
    const { path, sha256, manifest } = await createBackup(database, environment, { folder: target, withSeed, now });
    return [
      path,
      `SHA-256 ${sha256}`,
      `${manifest.ledgerEntries} ledger entries, whose journals sum to zero. Deposit addresses up to ${manifest.depositIndex}.`,
      withSeed
        ? 'It contains the seed: those who can read it control the money.'
        : 'It does not contain the seed. Keep a copy of SEED_FILE on another machine.',
    ].join('\n');
  } finally {
    await database.destroy();
  }
}

async function verifyBackup({ environment: { dataDirectory } }: BackupContext, file: string, keyFile: string): Promise<string> {
  const identity = await readBackupKey(keyFile);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  return await withOpenArchive(file, { identity, dataDirectory }, async ({ manifest }) =>
    Promise.resolve(
      [
        `${file} is a backup of ${manifest.createdAt} (${manifest.database}, Causeway ${manifest.release}), ${manifest.hasSeed ? 'with' : 'without'} the seed.`,
        `Its ${manifest.ledgerEntries} ledger entries are complete, and their journals sum to zero.`,
      ].join('\n'),
    ),
  );
}

async function restore(
  { environment, networks, systemUser, log, now }: BackupContext,
  file: string,
  keyFile: string,
): Promise<string> {
  const identity = await readBackupKey(keyFile);
  await mkdir(environment.dataDirectory, { recursive: true, mode: 0o700 });
  return formatRestored(await restoreBackup(file, environment, { identity, networks, operator: systemUser, log, now }));
}

/** Returns null if the words are not these options. */
function parse<const Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options'] & object>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options });
  } catch {
    return null;
  }
}

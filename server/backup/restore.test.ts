import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../common/log.ts';
import { createStore, DATABASES, type DatabaseKind, type TestStore } from '../../tests/support/databases.ts';
import { freshDatabase } from '../../tests/support/postgres.ts';
import { temporaryFolder } from '../../tests/support/temporaryFolder.ts';
import { insertTestUser } from '../accounts/testing/insertTestUser.ts';
import type { Database } from '../db/database.ts';
import { DATABASE_FILE, openDatabase, openExistingDatabase } from '../db/openDatabase.ts';
import { insertAccountCode } from '../db/repositories/accounts/accountCodes.ts';
import { insertApiKey } from '../db/repositories/accounts/apiKeys.ts';
import { findCounterValue, nextCounterValue, writeCursor } from '../db/repositories/cursors.ts';
import { listRecoveries } from '../db/repositories/recovery/recoveries.ts';
import { listSwitches, writeSwitch } from '../db/repositories/switches.ts';
import { insertVenue, listVenues } from '../db/repositories/venues/venues.ts';
import { findBackupCommand, type BackupContext } from './backupCommands.ts';

const NOW = Date.parse('2026-11-27T03:00:00.000Z');
const RESTORED_AT = NOW + 36 * 3_600_000;

describe.each(DATABASES)('restore of %s', (kind: DatabaseKind) => {
  const isPostgres = kind === 'PostgreSQL';
  let store: TestStore;
  const kept = mkdtempSync(join(tmpdir(), 'causeway-restore-'));
  let key: string;
  let backup: string;
  let target: BackupContext;

  const run = async (context: BackupContext, ...words: string[]): Promise<string | null> =>
    (await findBackupCommand(words)?.run(context, words.slice(1))) ?? null;
  const contextOf = (dataDirectory: string, databaseUrl: string | null, now: number): BackupContext => ({
    environment: {
      dataDirectory,
      databaseUrl,
      databasePool: 2,
      signingKeyFile: join(dataDirectory, 'signing-key'),
      identityKeyFile: join(dataDirectory, 'identity-key'),
      seedFile: join(dataDirectory, 'seed'),
      backupRecipients: [],
    },
    networks: ['bitcoin', 'tron'],
    systemUser: 'anna',
    log: createLogger('silent'),
    now: () => now,
  });

  beforeAll(async () => {
    store = await createStore(kind);
    const database = store.open();
    await fill(database);
    await database.destroy();
    const folder = isPostgres ? join(kept, 'data') : store.place.slice(0, -DATABASE_FILE.length - 1);
    mkdirSync(folder, { recursive: true });
    const context = contextOf(folder, isPostgres ? store.place : null, NOW);
    const { environment } = context;
    writeFileSync(environment.signingKeyFile, 'old key\n');
    writeFileSync(environment.identityKeyFile, 'old identity key\n');
    writeFileSync(environment.seedFile, 'the seed\n');
    writeFileSync(join(folder, 'signing-keys.txt'), `${'a'.repeat(64)}\n`);
    writeFileSync(join(folder, 'operator.json'), '{}');
    writeFileSync(join(folder, 'mark'), '5');
    key = join(folder, 'backup.key');
    await run(context, 'backup-key', key);
    const [, recipient = ''] = /public key: (age1\S+)/.exec(readFileSync(key, 'utf8')) ?? [];
    const made = await run(
      { ...context, environment: { ...environment, backupRecipients: [recipient] } },
      'backup',
      '--with-seed',
    );
    backup = made?.split('\n')[0] ?? '';
  });
  afterAll(() => {
    store.remove();
    rmSync(kept, { recursive: true, force: true });
  });
  beforeEach(async () => {
    const folder = join(temporaryFolder(), 'data');
    target = contextOf(folder, isPostgres ? await freshDatabase({ isEmpty: true }) : null, RESTORED_AT);
  });

  const restore = async (context = target) => await run(context, 'restore', backup, '--key', key);
  const openRestored = async () => await openExistingDatabase(target.environment, target.log);
  const withRestored = async <Result>(read: (database: Database) => Promise<Result>): Promise<Result> => {
    const database = await openRestored();
    try {
      return await read(database);
    } finally {
      await database.destroy();
    }
  };

  it('closes every network and payouts, and moves deposit addresses on', async () => {
    const text = await restore();
    expect(text).toMatch(/^Restored the backup of 2026-11-27T03:00:00\.000Z/);
    expect(text).toContain('Switches: 1\n  SEND INSTRUMENT btc MAINTENANCE, by berta');
    expect(text).toContain('Blacklist: 1\n  ADDRESS tjcn');
    await withRestored(async (database) => {
      expect(await listRecoveries(database)).toMatchObject([
        { network: 'bitcoin', reason: 'RESTORED', since: RESTORED_AT },
        { network: 'litecoin', reason: 'RESTORED' },
        { network: 'tron', reason: 'RESTORED' },
      ]);
      expect(await listVenues(database)).toMatchObject([{ name: 'embedded', recovery_since: RESTORED_AT }]);
      expect((await listSwitches(database)).at(-1)).toMatchObject({ closes: 'PAYOUTS', target: 'EVERYTHING', set_by: 'anna' });
      expect(await findCounterValue(database, 'deposit_index')).toBe(20_071);
    });
  });

  it('ends what customers may have ended since the backup', async () => {
    await restore();
    await withRestored(async (database) => {
      expect(await database.selectFrom('sessions').select(['ended_at', 'end_reason']).execute()).toEqual([
        { ended_at: RESTORED_AT, end_reason: 'RESTORED' },
        { ended_at: RESTORED_AT, end_reason: 'RESTORED' },
      ]);
      expect(await database.selectFrom('api_keys').select('is_active').execute()).toEqual([{ is_active: 0 }]);
      expect(await database.selectFrom('account_codes').select('used_at').execute()).toEqual([{ used_at: RESTORED_AT }]);
      expect(await database.selectFrom('recovery_codes').select('used_at').execute()).toEqual([{ used_at: RESTORED_AT }]);
      const [totp] = await database.selectFrom('totp_secrets').select('last_step').execute();
      expect(totp?.last_step).toBe(RESTORED_AT / 30_000 + 1);
      const users = database.selectFrom('users').select(['email', 'restored_at', 'pending_email']).orderBy('id');
      expect(await users.execute()).toEqual([
        { email: 'anna@example.com', restored_at: RESTORED_AT, pending_email: null },
        // The messenger proves who this is.
        { email: null, restored_at: null, pending_email: null },
      ]);
    });
  });

  it('restores keys that are missing, keeps newer ones, and lists the public keys of both', async () => {
    const { environment } = target;
    mkdirSync(environment.dataDirectory, { recursive: true });
    writeFileSync(environment.signingKeyFile, 'new key\n');
    writeFileSync(join(environment.dataDirectory, 'signing-keys.txt'), `${'b'.repeat(64)}\n`);
    await restore();
    expect(readFileSync(environment.signingKeyFile, 'utf8')).toBe('new key\n');
    expect(readFileSync(environment.identityKeyFile, 'utf8')).toBe('old identity key\n');
    expect(statSync(environment.identityKeyFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(environment.seedFile, 'utf8')).toBe('the seed\n');
    const names = readdirSync(environment.dataDirectory);
    expect(names).not.toContain('mark');
    expect(names.filter((name) => name.startsWith('backup-work-'))).toEqual([]);
    expect(readFileSync(join(environment.dataDirectory, 'signing-keys.txt'), 'utf8')).toBe(
      `${'b'.repeat(64)}\n${'a'.repeat(64)}\n`,
    );
  });

  it('keeps an identity key that is there: documents sent since the backup need it', async () => {
    const { identityKeyFile } = ensureFolder(target).environment;
    writeFileSync(identityKeyFile, 'new identity key\n');
    await restore();
    expect(readFileSync(identityKeyFile, 'utf8')).toBe('new identity key\n');
  });

  it('refuses a target that is not empty, and changes nothing in it', async () => {
    const before = await openDatabase(ensureFolder(target).environment, target.log);
    await writeCursor(before, 'bitcoin', '900000', NOW);
    await before.destroy();
    await expect(restore()).rejects.toThrow(isPostgres ? /is not empty/ : /causeway\.sqlite.* exists/);
    await withRestored(async (database) => {
      expect(await listRecoveries(database)).toEqual([]);
      expect(await database.selectFrom('users').selectAll().execute()).toEqual([]);
    });
  });

  it('leaves nothing that a host starts on when it ends before the books are protected', async () => {
    const killed = { ...target, now: () => fail('killed') };
    await expect(restore(killed)).rejects.toThrow('killed');
    if (isPostgres) await expect(openRestored()).rejects.toThrow(/was not restored completely/);
    else expect(existsSync(join(target.environment.dataDirectory, DATABASE_FILE))).toBe(false);
    if (isPostgres) await expect(restore()).rejects.toThrow(/is not empty/);
    else expect(await restore()).toContain('Restored');
  });

  it('refuses a backup of the other kind of database', async () => {
    const other = { ...target.environment, databaseUrl: isPostgres ? null : 'postgres://nobody@127.0.0.1:1/none' };
    await expect(restore({ ...target, environment: other })).rejects.toThrow(/Set or unset DATABASE_URL/);
  });
});

function fail(message: string): never {
  throw new Error(message);
}

function ensureFolder(context: BackupContext): BackupContext {
  mkdirSync(context.environment.dataDirectory, { recursive: true });
  return context;
}

async function fill(database: Database): Promise<void> {
  await nextCounterValue(database, 'deposit_index', 71);
  await writeCursor(database, 'bitcoin', '840000', NOW);
  await insertVenue(database, 'embedded', NOW);
  await writeCursor(database, 'litecoin', 'an opaque cursor', NOW);
  const userId = await insertTestUser(database, { email: 'anna@example.com', sessionId: 'session', now: NOW });
  await insertTestUser(database, { email: null, sessionId: 'messenger', now: NOW });
  await database.updateTable('users').set({ pending_email: 'new@example.com' }).where('id', '=', userId).execute();
  await insertApiKey(database, {
    id: 'cw_1',
    user_id: userId,
    name: 'Shop',
    sealed_secret: 'sealed',
    white_list: '[]',
    is_active: 1,
    created_at: NOW,
    last_used_at: null,
  });
  const [created_at, expires_at] = [NOW, NOW + 90 * 24 * 3_600_000];
  await insertAccountCode(database, { id: 'code', user_id: userId, kind: 'FREEZE', created_at, expires_at });
  await database.insertInto('recovery_codes').values({ user_id: userId, code_hash: 'hash', used_at: null }).execute();
  const totp = { user_id: userId, sealed_secret: 'sealed', created_at: NOW, enabled_at: NOW, last_step: NOW / 30_000 };
  await database.insertInto('totp_secrets').values(totp).execute();
  await writeSwitch(database, {
    closes: 'SEND',
    target: 'INSTRUMENT',
    slug: 'btc',
    reason: 'MAINTENANCE',
    set_by: 'berta',
    set_at: NOW,
  });
  await database.insertInto('blacklist').values({ kind: 'ADDRESS', value: 'tjcn', reason: null, created_at: NOW }).execute();
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseEnvironment } from './env.ts';
import { ConfigurationError } from './settings/configurationError.ts';

describe('the API host’s environment', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-env-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const networksFile = (content: unknown) => {
    const path = join(folder, 'networks.json');
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const realNetworks = [{ networkSlug: 'ethereum', rpcUrls: ['http://127.0.0.1:8545'], chainId: 1 }];

  it('defaults to embedded ports, with a sandbox on loopback', () => {
    expect(parseEnvironment({})).toMatchObject({ market: { kind: 'embedded' }, realNetworks: [], sandbox: 'loopback' });
  });

  it.each([
    ['LOG_LEVEL', 'loud'],
    ['EMBEDDED_CHAIN_SPEED', '0'],
    ['EMBEDDED_CHAIN_SPEED', 'fast'],
    ['REQUESTS_PER_MINUTE', '-5'],
    ['SANDBOX', 'yes'],
    ['PAYOUT_CAP_PER_ORDER_USD', '1e6'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => parseEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} .*"${value}"`));
  });

  it('accepts a PostgreSQL database and never repeats its password', () => {
    expect(parseEnvironment({})).toMatchObject({ databaseUrl: null, databasePool: 10 });
    const url = 'postgres://causeway:secret@db.example:5432/causeway?sslmode=require';
    expect(parseEnvironment({ DATABASE_URL: url, DATABASE_POOL: '25' })).toMatchObject({ databaseUrl: url, databasePool: 25 });
    for (const wrong of ['mysql://causeway:secret@db.example/causeway', 'secret', 'postgres://causeway:secret@db.example']) {
      expect(() => parseEnvironment({ DATABASE_URL: wrong })).toThrow(/^DATABASE_URL (?!.*secret)/);
    }
    expect(() => parseEnvironment({ DATABASE_POOL: '1' })).toThrow(/^DATABASE_POOL /);
  });

  it('closes the sandbox in production, and beyond loopback unless allowed', () => {
    expect(parseEnvironment({ HOST: '0.0.0.0' }).sandbox).toBe('off');
    expect(parseEnvironment({ HOST: '0.0.0.0', SANDBOX: 'allow' }).sandbox).toBe('allow');
    expect(parseEnvironment({ NODE_ENV: 'production', SANDBOX: 'allow' }).sandbox).toBe('off');
  });

  it('requires a sender and a public origin for a mail server, and never repeats its password', () => {
    expect(parseEnvironment({})).toMatchObject({ smtp: null, publicOrigin: null });
    const smtp = { SMTP_URL: 'smtps://me:secret@mail.example', MAIL_FROM: 'Causeway <no-reply@swap.example>' };
    const whole = { ...smtp, PUBLIC_ORIGIN: 'https://swap.example/' };
    expect(parseEnvironment(whole)).toMatchObject({
      smtp: { url: smtp.SMTP_URL, from: smtp.MAIL_FROM },
      publicOrigin: 'https://swap.example',
    });
    expect(() => parseEnvironment(smtp)).toThrow(/^PUBLIC_ORIGIN /);
    for (const origin of ['swap.example', 'ftp://swap.example', 'https://swap.example/shop']) {
      expect(() => parseEnvironment({ PUBLIC_ORIGIN: origin })).toThrow(/^PUBLIC_ORIGIN /);
    }
    for (const from of ['', 'Causeway', 'a@b.org\r\nBcc: c@d.org', 'a@b.org, c@d.org']) {
      expect(() => parseEnvironment({ ...whole, MAIL_FROM: from })).toThrow(/^MAIL_FROM /);
    }
    for (const url of ['https://me:secret@mail.example', 'secret']) {
      expect(() => parseEnvironment({ ...whole, SMTP_URL: url })).toThrow(/^SMTP_URL (?!.*secret)/);
    }
  });

  it('rejects real networks with embedded prices and the reverse', () => {
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: networksFile(realNetworks) })).toThrow(ConfigurationError);
    expect(() => parseEnvironment({ MARKET_EXCHANGES: 'kraken' })).toThrow(ConfigurationError);
    const both = parseEnvironment({
      REAL_NETWORKS_FILE: networksFile(realNetworks),
      MARKET_EXCHANGES: 'kraken,binance',
      PUBLIC_ORIGIN: 'https://swap.example',
    });
    expect(both).toMatchObject({ market: { kind: 'ccxt', exchanges: ['kraken', 'binance'] }, sandbox: 'off' });
  });

  it('requires a public origin with real networks', () => {
    const variables = { REAL_NETWORKS_FILE: networksFile(realNetworks), MARKET_EXCHANGES: 'kraken' };
    expect(() => parseEnvironment(variables)).toThrow(/^PUBLIC_ORIGIN must be the address of the site.*https:/);
    expect(() => parseEnvironment(variables)).toThrow(ConfigurationError);
  });

  it('accepts the former name of the networks file, but not both names', () => {
    const path = networksFile(realNetworks);
    const { realNetworks: read } = parseEnvironment({
      EVM_NETWORKS_FILE: path,
      MARKET_EXCHANGES: 'kraken',
      PUBLIC_ORIGIN: 'https://swap.example',
    });
    expect(read).toEqual([{ family: 'evm', ...realNetworks[0] }]);
    expect(() => parseEnvironment({ EVM_NETWORKS_FILE: path, REAL_NETWORKS_FILE: path })).toThrow(/^REAL_NETWORKS_FILE /);
  });

  it.each([
    ['nowhere', /"nowhere", which is not in the catalogue/],
    ['bitcoin', /"bitcoin", which is of the family bitcoin; only EVM networks can be real/],
  ])('rejects the real network %s by name', (networkSlug, message) => {
    const path = networksFile([{ ...realNetworks[0], networkSlug }]);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: path })).toThrow(message);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: path })).toThrow(ConfigurationError);
  });

  it('describes the expected list of networks when it is invalid', () => {
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: networksFile([{ networkSlug: 'ethereum' }]) })).toThrow(
      /^REAL_NETWORKS_FILE .*rpcUrls/,
    );
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: networksFile({}) })).toThrow(/^REAL_NETWORKS_FILE .*networkSlug/);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: join(folder, 'none') })).toThrow(/^REAL_NETWORKS_FILE .*none/);
  });
});

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

  it.each([
    ['nowhere', /"nowhere", which is not in the catalogue/],
    ['cardano', /"cardano", which is of the family cardano; such networks can not be real/],
  ])('rejects the real network %s by name', (networkSlug, message) => {
    const path = networksFile([{ ...realNetworks[0], networkSlug }]);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: path })).toThrow(message);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: path })).toThrow(ConfigurationError);
  });

  const twoNodes = ['http://user:password@127.0.0.1:9332', { url: 'http://127.0.0.1:9333', cookieFile: '/node/.cookie' }];

  it('reads networks of Bitcoin’s family', () => {
    const networks = [{ networkSlug: 'bitcoin', rpcUrls: twoNodes, finalAfter: 3 }, ...realNetworks];
    const { realNetworks: read } = parseEnvironment({
      REAL_NETWORKS_FILE: networksFile(networks),
      MARKET_EXCHANGES: 'kraken',
      PUBLIC_ORIGIN: 'https://swap.example',
    });
    expect(read).toMatchObject([{ family: 'bitcoin', rpcUrls: twoNodes, finalAfter: 3 }, { family: 'evm' }]);
  });

  it.each([
    ['one node', { rpcUrls: twoNodes.slice(0, 1) }, /lets one node of "litecoin" decide/],
    ['one node that decides', { rpcUrls: twoNodes, agreeingNodes: 1 }, /lets one node of "litecoin" decide/],
    ['one node twice', { rpcUrls: ['http://a@node.example:1', 'http://b@node.example:1'] }, /lets one node of "litecoin" decide/],
    ['a node twice among others', { rpcUrls: [...twoNodes, 'http://127.0.0.1:9332'] }, /lists a node of "litecoin" twice/],
    ['an address that is no URL', { rpcUrls: ['node one', 'node two'] }, /a node of "litecoin" by an invalid URL/],
    ['more agreeing nodes than nodes', { rpcUrls: twoNodes, agreeingNodes: 3 }, /fewer nodes of "litecoin" than must agree/],
    [
      'a private chain beside a real one',
      { rpcUrls: twoNodes, chain: 'regtest' },
      /private chain or a test network beside real networks/,
    ],
  ])('rejects a network of Bitcoin’s family with %s', (_what, settings, message) => {
    const path = networksFile([{ networkSlug: 'litecoin', ...settings }, ...realNetworks]);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: path })).toThrow(message);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: path })).toThrow(ConfigurationError);
  });

  const tronNodes = [{ url: 'http://10.0.0.5:8090', solidityUrl: 'http://10.0.0.5:8091' }, 'https://node.example'];

  it('reads the TRON network', () => {
    const tron = { networkSlug: 'tron', rpcUrls: tronNodes, maxFeeTrx: 40 };
    const path = networksFile([tron, ...realNetworks]);
    const variables = { REAL_NETWORKS_FILE: path, MARKET_EXCHANGES: 'kraken', PUBLIC_ORIGIN: 'https://swap.example' };
    expect(parseEnvironment(variables).realNetworks[0]).toEqual({ family: 'tron', ...tron });
  });

  it.each([
    ['one node', { rpcUrls: tronNodes.slice(0, 1) }, /lets one node of "tron" decide/],
    [
      'one source of solid blocks',
      { rpcUrls: ['a', 'b'].map((name) => ({ url: `https://${name}.example`, solidityUrl: 'https://solid.example' })) },
      /lets one node of "tron" decide/,
    ],
    ['a test network beside a real one', { rpcUrls: tronNodes, chain: 'nile' }, /test network beside real networks/],
    ['an invalid second URL', { rpcUrls: [{ url: 'https://a.example', solidityUrl: 'a' }, 'https://b.example'] }, /invalid URL/],
  ])('rejects the TRON network with %s', (_what, settings, message) => {
    const path = networksFile([{ networkSlug: 'tron', ...settings }, ...realNetworks]);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: path })).toThrow(message);
  });

  const moneroNodes = [5, 6].map((place) => ({
    url: `http://10.0.0.${place}:18081`,
    walletUrl: `http://host:password@10.0.0.${place}:18082`,
  }));

  it('reads Monero', () => {
    const monero = { networkSlug: 'monero', rpcUrls: moneroNodes, finalAfter: 12, maxFeeXmr: '0.01' };
    const path = networksFile([monero, ...realNetworks]);
    const variables = { REAL_NETWORKS_FILE: path, MARKET_EXCHANGES: 'kraken', PUBLIC_ORIGIN: 'https://swap.example' };
    expect(parseEnvironment(variables).realNetworks[0]).toEqual({ family: 'monero', ...monero });
  });

  it.each([
    ['one node', { rpcUrls: moneroNodes.slice(0, 1) }, /lets one node of "monero" decide/],
    [
      'one wallet program for both nodes',
      { rpcUrls: moneroNodes.map((node) => ({ ...node, walletUrl: 'http://10.0.0.5:18082' })) },
      /lets one node of "monero" decide/,
    ],
    ['a node without a wallet program', { rpcUrls: ['http://10.0.0.5:18081', 'http://10.0.0.6:18081'] }, /rpcUrls/],
    ['a private chain beside a real one', { rpcUrls: moneroNodes, chain: 'regtest' }, /private chain/],
  ])('rejects Monero with %s', (_what, settings, message) => {
    const path = networksFile([{ networkSlug: 'monero', ...settings }, ...realNetworks]);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: path })).toThrow(message);
  });

  it('describes the expected list of networks when it is invalid', () => {
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: networksFile([{ networkSlug: 'ethereum' }]) })).toThrow(
      /^REAL_NETWORKS_FILE .*rpcUrls/,
    );
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: networksFile({}) })).toThrow(/^REAL_NETWORKS_FILE .*networkSlug/);
    expect(() => parseEnvironment({ REAL_NETWORKS_FILE: join(folder, 'none') })).toThrow(/^REAL_NETWORKS_FILE .*none/);
  });
});

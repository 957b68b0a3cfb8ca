import { globSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { registerAppScheme, serveApp } from '../../main/shell/appScheme.ts';
import { mainFaults, preloadFaults, rendererFaults, windowFaults } from './checks/bundleFaults.ts';

const electron = vi.hoisted(() => ({ protocol: { registerSchemesAsPrivileged: vi.fn(), handle: vi.fn() } }));
vi.mock('electron', () => electron);

it('has a preload script that is one CommonJS file, requires only electron and bridges every call', () => {
  expect(preloadFaults('out')).toEqual([]);
});

it('has a main process that loads only modules that the packages contain', () => {
  expect(mainFaults('out')).toEqual([]);
});

it('creates every window in the sandbox, with an isolated preload script', () => {
  expect(windowFaults('main')).toEqual([]);
});

it('has a page that loads only files of the bundle', () => {
  expect(rendererFaults('out')).toEqual([]);
});

it('contains no source maps and no secrets', () => {
  const files = globSync('out/**/*.*').filter((file) => !file.endsWith('.svg'));
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  const texts = files
    .filter((file) => /\.(?:js|cjs|css|html|json)$/.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  expect(texts.filter(({ text }) => /sourceMappingURL=|PRIVATE KEY/.test(text)).map(({ file }) => file)).toEqual([]);
  expect(texts.filter(({ text }) => text.includes(process.cwd())).map(({ file }) => file)).toEqual([]);
});

it('registers the scheme as standard and secure, with no privilege besides fetch and the code cache', () => {
  registerAppScheme();
  expect(electron.protocol.registerSchemesAsPrivileged.mock.calls).toEqual([
    [[{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }]],
  ]);
});

it('serves pages with a policy that allows scripts, styles and connections of the bundle only', async () => {
  serveApp(`${process.cwd()}/out/renderer`);
  const [, answer] = electron.protocol.handle.mock.calls[0] as [string, (request: Request) => Promise<Response>];
  // Node's Request accepts no host of another scheme.
  const { headers } = await answer({ url: 'app://bundle/ru/history', method: 'GET' } as Request);
  const policy = Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name, ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'connect-src': "'self'",
    'frame-ancestors': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
  });
  expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*|https?:/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

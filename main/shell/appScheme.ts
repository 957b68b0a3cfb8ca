import { ownValue } from '../../contract/tables/ownValue.ts';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol } from 'electron';
import { fileOf, HOST, SCHEME } from './appUrl.ts';

/** Scripts and styles only from the bundle. Calls go over the bridge, so the page connects to nothing but the bundle's files. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Registers the scheme. Call it before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/** Serves the built renderer. Every path without a file extension is a page of the app. */
export function serveApp(folder: string): void {
  protocol.handle(SCHEME, async (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== HOST || request.method !== 'GET') return new Response(null, { status: 404 });
    const isPage = extname(pathname) === '';
    const file = isPage ? join(folder, 'index.html') : fileOf(folder, pathname);
    const body = file === null ? null : await readFile(file).catch(() => null);
    if (file === null || body === null) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(body), {
      headers: {
        'content-type': ownValue(MEDIA_TYPES, extname(file)) ?? 'application/octet-stream',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      },
    });
  });
}

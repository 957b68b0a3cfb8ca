import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK_PATH, readSignedInQuery, type DesktopSignInAnswer } from '../../contract/desktop/signIn.ts';
import type { LocaleCode } from '../../contract/paths/locales.ts';
import { systemText } from '../texts.ts';

/** Where the browser sends its answer on this computer. */
export interface Loopback {
  port: number;
  close(): void;
}

interface LoopbackOptions {
  locale: LocaleCode;
  /** Takes the answer of the page. Returns whether the app asked for it. Any program on this computer can send one. */
  take(answer: DesktopSignInAnswer): boolean;
}

/**
 * Listens on this computer only for the answer of a page that the app opens (RFC 8252, section 7.3). Unlike a link, it needs no scheme
 * that an installer has registered with the system. Resolves to null if there is no port.
 */
export async function openLoopback({ locale, take }: LoopbackOptions): Promise<Loopback | null> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
    // Another name of this computer in the header: a page of another site sends the request (DNS rebinding).
    const isOwn = request.headers.host === `127.0.0.1:${portOf(server.address())}`;
    if (request.method !== 'GET' || pathname !== LOOPBACK_PATH || !isOwn) {
      response.writeHead(404).end();
      return;
    }
    const answer = readSignedInQuery(search);
    const isTaken = answer !== null && take(answer);
    response
      .writeHead(isTaken ? 200 : 400, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "default-src 'none'",
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        connection: 'close',
      })
      .end(pageOf(locale, isTaken));
  });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once('error', () => resolve(false));
  server.listen({ port: 0, host: '127.0.0.1' }, () => resolve(true));
  if (!(await promise)) return null;
  // The last answer is still sent.
  return { port: portOf(server.address()), close: () => server.close() };
}

const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>): number => (address as AddressInfo).port;

/** What the browser shows in place of our page, whose address has the code. */
function pageOf(locale: LocaleCode, isTaken: boolean): string {
  const text = systemText(locale, isTaken ? 'system.signIn.taken' : 'system.signIn.refused');
  const title = systemText(locale, isTaken ? 'system.signIn.takenTitle' : 'system.signIn.refusedTitle');
  return `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`;
}

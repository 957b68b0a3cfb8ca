import { sessionCookieOf } from './sessionCookie.server.ts';

/** The browser for which this host calls the API host. */
export interface Caller {
  clientAddress: string;
  isHttps: boolean;
  cookies: Readonly<Record<string, string | undefined>>;
}

/** Returns the headers of a call for a browser: where it comes from, and its session if it has one. */
export function forwardedHeaders({ clientAddress, isHttps, cookies }: Caller): Readonly<Record<string, string>> {
  const session = sessionCookieOf(cookies);
  return {
    'x-forwarded-for': clientAddress,
    'x-forwarded-proto': isHttps ? 'https' : 'http',
    ...(session && { cookie: `${session.name}=${encodeURIComponent(session.value)}` }),
  };
}

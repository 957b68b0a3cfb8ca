import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The site that the client of this request uses */
    readonly site: Site;
  }
}

export interface Site {
  /** For links in e-mails and for passkeys: "https://swap.example" */
  origin: string;
  isHttps: boolean;
  /** Returns whether the Origin header of a request names a page of the site. */
  hasPage(origin: string): boolean;
}

/** Gives every request its `site`: the one at `publicOrigin`; with null, the one that the request was sent to. */
export function decorateSite(app: FastifyInstance, publicOrigin: string | null): void {
  const site = publicOrigin === null ? null : siteAt(publicOrigin);
  app.decorateRequest('site', {
    getter(this: FastifyRequest) {
      return site ?? siteOf(this);
    },
  });
}

function siteAt(publicOrigin: string): Site {
  return {
    origin: publicOrigin,
    isHttps: publicOrigin.startsWith('https:'),
    hasPage: (origin) => origin === publicOrigin,
  };
}

function siteOf({ protocol, host }: FastifyRequest): Site {
  return {
    origin: requestOrigin(protocol, host),
    isHttps: protocol === 'https',
    hasPage: (origin) => {
      const page = URL.canParse(origin) ? new URL(origin) : null;
      return page?.host === host && page.protocol === `${protocol}:`;
    },
  };
}

/**
 * Returns the origin of the request, or localhost if it is invalid. Used only without real networks and a mail server, which require
 * PUBLIC_ORIGIN: the client controls the Host header, so it must not get into a real e-mail.
 */
function requestOrigin(protocol: string, host: string): string {
  const origin = `${protocol}://${host}`;
  return URL.canParse(origin) && new URL(origin).origin === origin.toLowerCase() ? origin : 'http://localhost';
}

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { MESSAGES_CACHE_MS } from '../../contract/limits.ts';
import { TEXT_PARTS } from '../../contract/pages.ts';
import { isLocaleCode, type LocaleCode } from '../../contract/paths/locales.ts';
import { acceptedEncoding } from '../http/compress.server.ts';

interface MessagesOptions {
  clientDirectory: string;
  messageHashes: Readonly<Record<LocaleCode, string>>;
}

const FILES: ReadonlySet<string> = new Set(['messages', ...TEXT_PARTS].map((part) => `${part}.json`));

/** Messages are cached for 24 hours (§9). */
const IMMUTABLE = `public, max-age=${MESSAGES_CACHE_MS / 1_000}, immutable`;

/**
 * Serves `/_i18n/{hash}/{locale}/messages.json` (§7), and the texts that only some pages load. Under the current hash the messages are immutable. Pages of an older build
 * use another hash and get the current messages without caching.
 */
export function registerMessages(app: FastifyInstance, { clientDirectory, messageHashes }: MessagesOptions): void {
  app.get<{ Params: { hash: string; locale: string; file: string } }>('/_i18n/:hash/:locale/:file', async (request, reply) => {
    const { hash, locale, file: name } = request.params;
    if (!isLocaleCode(locale) || !FILES.has(name)) {
      reply.callNotFound();
      return reply;
    }
    const current = messageHashes[locale];
    const file = join(clientDirectory, '_i18n', current, locale, name);
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const compressed = encoding && `${file}.${encoding === 'br' ? 'br' : 'gz'}`;
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', hash === current ? IMMUTABLE : 'no-cache')
      .header('vary', 'Accept-Encoding');
    if (compressed && (await exists(compressed))) return sendFile(reply.header('content-encoding', encoding), compressed);
    return sendFile(reply, file);
  });
}

const sendFile = (reply: FastifyReply, file: string) => reply.send(createReadStream(file));

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

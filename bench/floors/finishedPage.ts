import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { acceptedEncoding, compressText } from '../../web/http/compress.server.ts';
import { createNonce } from '../../web/http/securityHeaders.server.ts';
import { serve } from '../serve.ts';

/** A separate process: puts a new nonce into the page that it reads from standard input, compresses it as our host does, and sends it. */
const page = await text(process.stdin);
const nonce = /nonce="([^"]+)"/.exec(page)?.[1];
if (nonce === undefined) throw new Error('The page has no nonce');

const server = createServer(({ headers }, reply) => {
  const html = page.replaceAll(nonce, createNonce());
  void compressText(html, acceptedEncoding(headers['accept-encoding'])).then(({ body, encoding }) =>
    reply
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...(encoding && { 'content-encoding': encoding }) })
      .end(body),
  );
});
serve(server);

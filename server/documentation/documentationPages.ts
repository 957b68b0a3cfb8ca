import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { nameSchemas, type Json, type JsonObject } from './components.ts';
import { describeOperation, type Operation } from './describeCalls.ts';
import { loadExamples } from './examples.ts';
import { describeFields } from './fields.ts';
import { securitySchemes } from './security.ts';
import { shareParts } from './sharedParts.ts';

const DESCRIPTION = `Exchanges coins without an account.

- Amounts are decimal strings, never JSON numbers. Times are ISO 8601 in UTC.
- An error has a code, which never changes its meaning, and a message in English for people.
- A response may get new fields at any time. Ignore fields that you don’t know.
- Orders and rates are also pushed over a WebSocket, which /api/asyncapi.json describes.
- Calls of orders and all public reads can be signed with an API key. Orders that a key creates belong to its customer.
- Pages of every site may make the calls of guests (CORS), without cookies, a session or a signature.
- Each response names the request limit of which the client has the fewest requests left: RateLimit-Limit (requests a minute), RateLimit-Remaining and RateLimit-Reset (seconds).`;

/**
 * The policy of the pages at /api/docs. The plugin's own policy has \`upgrade-insecure-requests\`, with which the page loads
 * nothing over plain http on a host name.
 */
const PAGE_POLICY = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'connect-src': "'self'",
  'font-src': "'self' data:",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'img-src': "'self' data:",
  'script-src': "'self'",
  'style-src': "'self'",
};

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: Record<string, unknown>;
}

/** Returns a host of the pages below /api/docs, which show the OpenAPI document of the routes: `swagger()` returns it. */
export async function createDocumentationPages(
  routes: readonly RouteOptions[],
  publicOrigin: string | null,
): Promise<FastifyInstance> {
  const app = Fastify({ exposeHeadRoutes: false });
  // It describes the routes and never serves them.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Causeway API', version: '1.0.0', description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: publicOrigin ?? '/', description: 'This host' }],
      tags: [
        { name: 'instruments', description: 'Coins, networks and pairs' },
        { name: 'rates', description: 'Quotes and prices' },
        { name: 'orders', description: 'Create, follow and decide about orders' },
        { name: 'users', description: 'Accounts, sign-in and sessions' },
        { name: 'api-keys', description: 'API keys, with which a partner signs calls' },
        { name: 'affiliates', description: 'Referral codes, earnings and cashback' },
        { name: 'withdrawals', description: 'Withdrawals of earnings, and the wallet' },
        { name: 'content', description: 'Docs and blog' },
        { name: 'service', description: 'State of the service and its public keys' },
        { name: 'sandbox', description: 'Embedded networks without value, on sandbox hosts only' },
      ],
    },
    transformObject: (given) => ('openapiObject' in given ? describe(given.openapiObject, publicOrigin) : given.swaggerObject),
  });
  // Without the top bar: its logo contains a <style> that the policy blocks.
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: PAGE_POLICY, uiConfig: { layout: 'BaseLayout' } });
  for (const { method, url, schema } of routes) app.route({ method, url, ...(schema && { schema }), handler: () => '' });
  await app.ready();
  return app;
}

/** Returns the document of @fastify/swagger with components, descriptions, security, errors and examples. */
function describe<Given extends object>(given: Given, publicOrigin: string | null): Given {
  const examples = loadExamples();
  const { paths, ...rest } = given as Given & Document;
  const { document, schemas } = nameSchemas(paths as unknown as JsonObject);
  const described = Object.entries(document).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations as unknown as Record<string, Operation>).map(([method, operation]) => [
        method,
        describeOperation(`${method.toUpperCase()} ${path}`, operation, examples),
      ]),
    ),
  ]) as [string, Json][];
  const { paths: shared, examples: sharedExamples, responses } = shareParts(Object.fromEntries(described));
  const isHttps = publicOrigin?.startsWith('https:') ?? false;
  return {
    ...rest,
    paths: shared,
    components: {
      schemas: describeFields(schemas),
      responses,
      examples: sharedExamples,
      securitySchemes: securitySchemes(isHttps),
    },
  } as unknown as Given;
}

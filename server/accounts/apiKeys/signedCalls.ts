import { clientAddress } from '../../../contract/clientGroup.ts';
import { createHash, type Hash } from 'node:crypto';
import { isIP } from 'node:net';
import { pipeline, Transform, type TransformCallback } from 'node:stream';
import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { apiRoutes } from '../../../contract/api/index.ts';
import { SIGNED_CALLS } from '../../../contract/api/signedCalls.ts';
import { ApiError } from '../../../contract/errors.ts';
import { SIGNED_CALL_HEADERS, USER_ADDRESS_PARAMETER, type SignedCallRefusal } from '../../../contract/signedCall.ts';
import { isSignedCall } from './apiCaller.ts';
import type { VerifySignedCall } from './verifySignedCall.ts';

/** Paths that accept a signature. */
const SIGNED_PATHS: ReadonlySet<string> = new Set(SIGNED_CALLS.map((name) => apiRoutes[name].path));

/**
 * Verifies every call with an API key before its input is read, and sets `request.apiCaller`. A call that fails is refused: it never
 * continues as a guest's. Its answers are stored by no cache, because a cache would answer without verifying.
 */
export function verifySignedCalls(app: FastifyInstance, verify: VerifySignedCall | null): void {
  const bodies = new WeakMap<FastifyRequest, HashedBody>();
  app.decorateRequest('apiCaller', null);
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!isSignedCall(request) || request.is404) return done(null, payload);
    if (verify === null || !SIGNED_PATHS.has(request.routeOptions.url ?? '')) return done(refused('CALL'));
    // Node reads no body of these.
    if (request.method === 'GET' || request.method === 'HEAD') return done(null, payload);
    const body = new HashedBody();
    bodies.set(request, body);
    // The reader of the body handles a connection that breaks off.
    pipeline(payload, body, () => undefined);
    done(null, body);
  });
  const authenticate = callbackify(async (request: FastifyRequest, verifyCall: VerifySignedCall): Promise<void> => {
    if (isQueryAmbiguous(request)) throw refused('QUERY');
    const caller = await verifyCall({
      apiId: header(request, 'apiId'),
      timestamp: header(request, 'timestamp'),
      nonce: header(request, 'nonce'),
      signature: header(request, 'signature'),
      method: request.method,
      url: request.raw.url ?? '',
      bodyHash: (bodies.get(request)?.hash ?? createHash('sha256')).digest('hex'),
      address: request.ip,
    });
    request.apiCaller = { ...caller, userAddress: takeUserAddress(request, caller.partner !== null) };
  });
  // A call without a signature waits for no promise.
  app.addHook('preValidation', (request, _reply, done) => {
    if (verify === null || !isSignedCall(request) || request.is404) return done();
    authenticate(request, verify, done);
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isSignedCall(request)) reply.header('cache-control', 'private, no-store');
    done();
  });
}

/** Passes a body on as it arrives, and hashes its bytes. */
class HashedBody extends Transform {
  readonly hash: Hash = createHash('sha256');
  /** Fastify compares it with Content-Length. */
  receivedEncodedLength = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }
}

/** A signature covers the sorted query, so the sequence of two values of a parameter could be changed. */
function isQueryAmbiguous({ query }: FastifyRequest): boolean {
  return typeof query === 'object' && query !== null && Object.values(query).some((value) => Array.isArray(value));
}

/**
 * Returns the address of a partner's customer, and takes it out of the query: no call has this parameter in its schema. Throws
 * ERR_FORBIDDEN for a key that may name none, and ERR_VALIDATION.
 */
function takeUserAddress({ query }: FastifyRequest, isPartner: boolean): string | null {
  const parameters = query as Record<string, unknown>;
  const address = parameters[USER_ADDRESS_PARAMETER];
  if (address === undefined) return null;
  if (!isPartner) throw refused('USER_ADDRESS');
  if (typeof address !== 'string' || isIP(address) === 0) {
    throw new ApiError('ERR_VALIDATION', `${USER_ADDRESS_PARAMETER} must be an IP address.`, { field: USER_ADDRESS_PARAMETER });
  }
  Reflect.deleteProperty(parameters, USER_ADDRESS_PARAMETER);
  return clientAddress(address) ?? address;
}

function header({ headers }: FastifyRequest, name: keyof typeof SIGNED_CALL_HEADERS): string {
  const value = headers[SIGNED_CALL_HEADERS[name]];
  return typeof value === 'string' ? value : '';
}

function refused(reason: Extract<SignedCallRefusal, 'CALL' | 'QUERY' | 'USER_ADDRESS'>): ApiError {
  switch (reason) {
    case 'CALL':
      return new ApiError('ERR_FORBIDDEN', 'An API key can’t make this call.', { reason });
    case 'QUERY':
      return new ApiError('ERR_BAD_REQUEST', 'A signed call must not repeat a parameter of the query.', { reason });
    case 'USER_ADDRESS':
      return new ApiError('ERR_FORBIDDEN', 'Only a partner’s API key may name the address of a customer.', { reason });
  }
}

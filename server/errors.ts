import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONNECTION_FAILURES } from '../contract/connections.ts';
import { ApiError, ERROR_STATUS, type ErrorBody, type ErrorCode } from '../contract/errors.ts';

/** What Fastify and its plugins throw, as codes of the catalogue. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'ERR_BAD_REQUEST',
  401: 'ERR_UNAUTHORIZED',
  403: 'ERR_FORBIDDEN',
  404: 'ERR_NOT_FOUND',
  413: 'ERR_PAYLOAD_TOO_LARGE',
  415: 'ERR_BAD_REQUEST',
  503: 'ERR_SERVICE_UNAVAILABLE',
};

/** As much as an answer repeats of what was asked. */
const MOST_FIELDS = 20;
const MOST_NAME_CHARACTERS = 64;
const MOST_MESSAGE_CHARACTERS = 300;

interface Failure {
  statusCode?: number;
  message?: string;
  validation?: readonly { instancePath?: string; message?: string; params?: Record<string, unknown> }[];
  validationContext?: string;
}

/** One place turns every failure into the one error body. A 5xx tells the client nothing but the id; the log has the rest. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const requestId = request.id;
  if (error instanceof ApiError) {
    if (error.status >= 500) request.log.error({ err: error }, 'request failed');
    send(reply, { code: error.code, message: error.message, ...(error.details && { details: error.details }), requestId });
    return;
  }
  const failure: Failure = error instanceof Error ? error : {};
  if (failure.validation) {
    send(reply, { ...describeValidation(failure), requestId });
    return;
  }
  const status = failure.statusCode ?? 500;
  const code = CODE_OF_STATUS[status] ?? (status >= 500 ? 'ERR_INTERNAL_SERVER_ERROR' : 'ERR_BAD_REQUEST');
  if (status >= 500) {
    request.log.error({ err: error }, 'request failed');
    send(reply, { code, message: 'Something failed on our side. Quote the request id to support.', requestId });
    return;
  }
  send(reply, {
    code,
    message: failure.message?.slice(0, MOST_MESSAGE_CHARACTERS) ?? code,
    requestId,
  });
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  send(reply, {
    code: 'ERR_NOT_FOUND',
    message: 'There is no such call. The calls are listed at /api/docs.',
    requestId: request.id,
  });
}

/** More headers than anybody needs. */
export function refuseHeaders(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, message } = CONNECTION_FAILURES[431];
  const body: ErrorBody = { code, message, requestId: request.id };
  return reply.status(431).header('cache-control', 'no-store').send(body);
}

function describeValidation(failure: Failure): Pick<ErrorBody, 'code' | 'message' | 'details'> {
  const fields = (failure.validation ?? [])
    .slice(0, MOST_FIELDS)
    .map(({ instancePath = '', message = 'is not valid', params }) => ({
      field: instancePath.slice(0, MOST_MESSAGE_CHARACTERS).replaceAll('/', '.').replace(/^\./, '') || namesOf(params).join(', '),
      message,
    }));
  const where = failure.validationContext ?? 'request';
  const first = fields[0];
  return {
    code: 'ERR_VALIDATION',
    message: first
      ? `The ${where} is not valid: ${first.field} ${first.message}`.replace(/\s+/g, ' ')
      : `The ${where} is not valid.`,
    details: { where, fields },
  };
}

/** The fields that are missing, or too many; of names that somebody made up a part is enough. */
function namesOf(params: Record<string, unknown> = {}): string[] {
  const names = params['additionalProperties'] ?? params['requiredProperties'];
  if (!Array.isArray(names)) return [];
  return names.flatMap((name) => (typeof name === 'string' ? name.slice(0, MOST_NAME_CHARACTERS) : [])).slice(0, MOST_FIELDS);
}

function send(reply: FastifyReply, body: ErrorBody): void {
  void reply.status(ERROR_STATUS[body.code]).header('cache-control', 'no-store').send(body);
}

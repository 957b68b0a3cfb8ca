import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HeaderRefusal } from '../../contract/connections.ts';
import { ApiError, ERROR_STATUS, retryAfterSeconds, type ErrorBody, type ErrorCode } from '../../contract/errors.ts';

/** Error codes for the HTTP statuses that Fastify and its plugins throw. */
const CODE_OF_STATUS: Record<number, ErrorCode> = {
  400: 'ERR_BAD_REQUEST',
  401: 'ERR_UNAUTHORIZED',
  403: 'ERR_FORBIDDEN',
  404: 'ERR_NOT_FOUND',
  413: 'ERR_PAYLOAD_TOO_LARGE',
  415: 'ERR_BAD_REQUEST',
  503: 'ERR_SERVICE_UNAVAILABLE',
};

/** Limits on how much of a request an error response repeats. */
const MAX_FIELDS = 20;
const MAX_NAME_CHARACTERS = 64;
const MAX_MESSAGE_CHARACTERS = 300;

interface Failure {
  statusCode?: number;
  message?: string;
  validation?: readonly { instancePath?: string; message?: string; params?: Record<string, unknown> }[];
  validationContext?: string;
}

/** Turns every error into an `ErrorBody`. A 5xx response contains only the request id; the log has the details. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const requestId = request.id;
  if (error instanceof ApiError) {
    logFailure(error, request);
    const seconds = retryAfterSeconds(error);
    if (seconds !== null) reply.header('retry-after', seconds);
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
    message: failure.message?.slice(0, MAX_MESSAGE_CHARACTERS) ?? code,
    requestId,
  });
}

/** Logs a failure with its stack. ERR_SERVICE_UNAVAILABLE without a cause is a decision of the host, such as a price that is too old: one line. */
function logFailure(error: ApiError, { log }: FastifyRequest): void {
  const { code, message, details, cause } = error;
  if (code === 'ERR_SERVICE_UNAVAILABLE' && cause === undefined)
    log.warn({ reason: message, details }, 'request refused for now');
  else if (error.status >= 500) log.error({ err: error }, 'request failed');
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): void {
  send(reply, {
    code: 'ERR_NOT_FOUND',
    message: 'This route does not exist. All routes are listed at /api/docs.',
    requestId: request.id,
  });
}

/** Answers a request whose headers are refused, and closes its connection. */
export function answerRefusal({ status, code, message }: HeaderRefusal, request: FastifyRequest, reply: FastifyReply): void {
  const body: ErrorBody = { code, message, requestId: request.id };
  void reply.status(status).header('cache-control', 'no-store').header('connection', 'close').send(body);
}

function describeValidation(failure: Failure): Pick<ErrorBody, 'code' | 'message' | 'details'> {
  const fields = (failure.validation ?? [])
    .slice(0, MAX_FIELDS)
    .map(({ instancePath = '', message = 'is not valid', params }) => ({
      field: instancePath.slice(0, MAX_MESSAGE_CHARACTERS).replaceAll('/', '.').replace(/^\./, '') || namesOf(params).join(', '),
      message,
    }));
  const where = failure.validationContext ?? 'request';
  const first = fields[0];
  return {
    code: 'ERR_VALIDATION',
    message: first
      ? `The ${where} is not valid: ${first.field} ${first.message}`.replace(/\s+/g, ' ')
      : `The ${where} is not valid.`,
    details: { where, ...(first && { field: first.field }), fields },
  };
}

/** Returns the names of missing or additional fields. Names from the client are truncated. */
function namesOf(params: Record<string, unknown> = {}): string[] {
  const names = params['additionalProperties'] ?? params['requiredProperties'];
  if (!Array.isArray(names)) return [];
  return names.flatMap((name) => (typeof name === 'string' ? name.slice(0, MAX_NAME_CHARACTERS) : [])).slice(0, MAX_FIELDS);
}

function send(reply: FastifyReply, body: ErrorBody): void {
  void reply.status(ERROR_STATUS[body.code]).header('cache-control', 'no-store').send(body);
}

import { apiRoutes, type CallName } from '../../contract/api/index.ts';
import { ERROR_STATUS, type ErrorCode } from '../../contract/errors.ts';
import { accountEndCalls } from './accountEndCalls.ts';
import { accountFreezeCalls } from './accountFreezeCalls.ts';
import { apiKeyCalls } from './apiKeyCalls.ts';
import { affiliateCalls } from './affiliateCalls.ts';
import { contentCalls } from './contentCalls.ts';
import { desktopSignInCalls } from './desktopSignInCalls.ts';
import { properName, type CallDescription, type ErrorCase } from './call.ts';
import type { Json, JsonObject } from './components.ts';
import { withoutRepetitions, type Example } from './examples.ts';
import { fiatCalls } from './fiatCalls.ts';
import { historyCalls } from './historyCalls.ts';
import { identityCalls } from './identityCalls.ts';
import { messengerCalls } from './messengerCalls.ts';
import { orderCalls } from './orderCalls.ts';
import { rateCalls } from './rateCalls.ts';
import { sandboxCalls } from './sandboxCalls.ts';
import { secondFactorCalls } from './secondFactorCalls.ts';
import { healthProbes, serviceCalls } from './serviceCalls.ts';
import { securityOf } from './security.ts';
import { mayBeSigned, signatureErrors } from './signedCalls.ts';
import { EXPIRED, FOREIGN_ORIGIN, SIGNED_OUT, userCalls } from './userCalls.ts';
import { withdrawalCalls } from './withdrawalCalls.ts';

interface Parameter {
  in: string;
  name: string;
  example?: Json;
  examples?: JsonObject;
}

/** An operation as @fastify/swagger derives it from a route. */
export interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { examples?: JsonObject }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Json; examples?: JsonObject }> }>;
}

type Cases = Partial<Record<ErrorCode, ErrorCase>>;

const DESCRIPTIONS = {
  ...orderCalls,
  ...historyCalls,
  ...rateCalls,
  ...serviceCalls,
  ...contentCalls,
  ...userCalls,
  ...messengerCalls,
  ...secondFactorCalls,
  ...desktopSignInCalls,
  ...accountEndCalls,
  ...accountFreezeCalls,
  ...apiKeyCalls,
  ...affiliateCalls,
  ...withdrawalCalls,
  ...identityCalls,
  ...fiatCalls,
  ...sandboxCalls,
};
const HEALTH_PROBES = 'GET /api/v1/healthz';
const ERROR_SCHEMA = { $ref: '#/components/schemas/Error' };
const EXAMPLE_REQUEST_ID = '0b8f6f0e-6c1c-4f0a-9a55-1f0d4c6f7f3b';
/** The statuses that tell the client when to try again. */
const RETRYABLE: readonly number[] = [ERROR_STATUS.ERR_TOO_MANY_REQUESTS, ERROR_STATUS.ERR_SERVICE_UNAVAILABLE];

const EVERY_CALL: Cases = {
  ERR_TOO_MANY_REQUESTS: {
    when: 'Too many requests in this minute.',
    message: 'Too many requests. Wait a minute and try again.',
    details: { retryAfterSeconds: 42 },
  },
  ERR_INTERNAL_SERVER_ERROR: {
    when: 'Something failed on our side. The log has the details.',
    message: 'Something failed on our side. Quote the request id to support.',
  },
  ERR_SERVICE_UNAVAILABLE: {
    when: 'A part of the host does not answer at the moment.',
    message: 'Our service does not answer. Try again in a minute.',
  },
};
const WITH_INPUT: Cases = {
  ERR_VALIDATION: {
    when: 'A parameter is missing or malformed. `details.fields` names it.',
    message: 'The querystring is not valid: must have required properties orderId',
    details: { where: 'querystring', fields: [{ field: 'orderId', message: 'must have required properties orderId' }] },
  },
};
const WITH_BODY: Cases = {
  ERR_VALIDATION: {
    when: 'A field is missing, unknown or malformed. `details.fields` names it.',
    message: 'The body is not valid: must have required properties orderId',
    details: { where: 'body', fields: [{ field: 'orderId', message: 'must have required properties orderId' }] },
  },
  ERR_BAD_REQUEST: {
    when: 'The body is not JSON.',
    message: 'Body is not valid JSON but content-type is set to application/json',
  },
  ERR_PAYLOAD_TOO_LARGE: { when: 'The body has more than 64 KiB.', message: 'Request body is too large' },
};

const SESSION: Cases = { ERR_UNAUTHORIZED: SIGNED_OUT, ERR_IM_A_TEAPOT: EXPIRED };
const CHANGE: Cases = { ...SESSION, ERR_FORBIDDEN: FOREIGN_ORIGIN };
const SESSION_ERRORS = { READ: SESSION, CHANGE, OPTIONAL: CHANGE, COOKIE: CHANGE };

/** Returns the name of a call in the route table; null for `healthz`. Throws for a call without a description. */
function callNamed(route: string): keyof typeof DESCRIPTIONS | null {
  if (route === HEALTH_PROBES) return null;
  const name = Object.keys(DESCRIPTIONS).find((call): call is keyof typeof DESCRIPTIONS => {
    const { method, path } = apiRoutes[call as CallName];
    return `${method} ${path}` === route;
  });
  if (!name) throw new Error(`server/documentation does not describe ${route}`);
  return name;
}

/** Returns the operation of a route (`POST /api/…`) with names, texts, headers, errors and examples. */
export function describeOperation(route: string, operation: Operation, examples: readonly Example[]): JsonObject {
  const name = callNamed(route);
  const description: CallDescription = name === null ? healthProbes : DESCRIPTIONS[name];
  const own = examples.filter(({ call }) => (call === 'instruments.all' ? 'instruments.list' : call) === name);
  const { operationId, summary, description: text, session } = description;
  const { headers = [], errors = {} } = description;
  const { parameters = [], requestBody } = operation;
  const succeeding = withoutRepetitions(own.filter(({ output }) => output !== undefined));
  const isSigned = mayBeSigned(name);
  const security = securityOf(description, isSigned);
  const withSession = { ...errors, ...(session && joined(SESSION_ERRORS[session], errors)) };
  const cases = {
    ...EVERY_CALL,
    ...(parameters.length > 0 && WITH_INPUT),
    ...(requestBody && WITH_BODY),
    ...withSession,
    ...(isSigned && joined(signatureErrors, withSession)),
  };
  return {
    ...(operation as unknown as JsonObject),
    operationId,
    summary,
    description: text,
    ...(security.length > 0 && { security: security as unknown as JsonObject[] }),
    parameters: [
      ...parameters.map((parameter) => withExample(parameter, succeeding[0]?.input ?? {})),
      ...headers.map((header) => withExample({ in: 'header', ...header }, withProperNames(succeeding[0]?.headers))),
    ] as JsonObject[],
    ...(requestBody && { requestBody: withExamples(requestBody, succeeding) }),
    responses: {
      ...failed(cases, own),
      ...succeeded(operation, succeeding),
      default: { description: 'Any other error.', content: { 'application/json': { schema: ERROR_SCHEMA } } },
    },
  };
}

/** Returns the cases of `added`. A code that the call has too keeps the example of the call, and gets both texts if they differ. */
function joined(added: Cases, own: Cases): Cases {
  const codes = Object.keys(added) as ErrorCode[];
  return Object.fromEntries(
    codes.map((code) => {
      const [ownCase, addedCase] = [own[code], added[code]];
      if (ownCase === undefined || ownCase === addedCase) return [code, addedCase];
      const when = `${whenOf(ownCase)} ${whenOf(addedCase)}`;
      return [code, typeof ownCase === 'object' ? { ...ownCase, when } : when];
    }),
  );
}

/** Replaces the examples of the parameter's schema, which suit no particular call. */
function withExample({ examples: _general, ...parameter }: Parameter, input: JsonObject): Omit<Parameter, 'examples'> {
  const example = input[parameter.name];
  return example === undefined ? parameter : { ...parameter, example };
}

/** The headers of an example by the names of the description: `Idempotency-Key`, not `idempotency-key`. */
function withProperNames(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]) => [properName(name), value] as const);
  return Object.fromEntries(named);
}

function withExamples(
  body: NonNullable<Operation['requestBody']>,
  examples: readonly Example[],
): NonNullable<Operation['requestBody']> {
  const named = Object.fromEntries(examples.map(({ title, input }) => [title, { value: input }]));
  const content = Object.entries(body.content).map(([type, media]) => [type, { ...media, examples: named }] as const);
  return { ...body, content: Object.fromEntries(content) };
}

/** The successful responses, with their examples. */
function succeeded({ responses }: Operation, examples: readonly Example[]): JsonObject {
  const named = Object.fromEntries(examples.map(({ title, output }) => [title, { value: output ?? null }]));
  return Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => /^\d{3}$/.test(status))
      .map(([status, { content = {} }]) => {
        const media = Object.entries(content).map(([type, { schema }]) => [
          type,
          {
            schema: schema ?? {},
            ...(status === '200' && examples.length > 0 && { examples: named }),
          },
        ]);
        const description = status === '200' ? 'The call succeeded.' : 'The host is unhealthy.';
        return [status, { description, content: Object.fromEntries(media) as JsonObject }];
      }),
  );
}

/** The failed responses, by status. */
function failed(cases: Cases, examples: readonly Example[]): JsonObject {
  const codes = Object.keys(cases) as ErrorCode[];
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))].toSorted((one, other) => one - other);
  return Object.fromEntries(
    statuses.map((status) => {
      const here = codes.filter((code) => ERROR_STATUS[code] === status);
      const when = here.map((code) => `- \`${code}\`: ${whenOf(cases[code])}`).join('\n');
      const named = here.map((code) => [code, { value: bodyOf(code, cases[code], examples) }]);
      return [
        status,
        {
          description: when,
          ...(RETRYABLE.includes(status) && { headers: RETRY_AFTER }),
          content: {
            'application/json': {
              schema: { allOf: [ERROR_SCHEMA, { type: 'object', properties: { code: { type: 'string', enum: here } } }] },
              examples: Object.fromEntries(named) as JsonObject,
            },
          },
        },
      ];
    }),
  );
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds after which to try again', schema: { type: 'integer', minimum: 1 }, example: 42 },
};

function whenOf(error: ErrorCase | undefined): string {
  return typeof error === 'object' ? error.when : (error ?? '');
}

/** Returns the example of an error: the recorded one, or else the described one. Throws if there is none. */
function bodyOf(code: ErrorCode, error: ErrorCase | undefined, examples: readonly Example[]): JsonObject {
  const recorded = examples.find((example) => example.error?.code === code)?.error;
  const body = recorded ?? (typeof error === 'object' ? { code, message: error.message, details: error.details } : undefined);
  if (!body) throw new Error(`resources/api/examples.json has no example of ${code}, but a call describes it`);
  return JSON.parse(JSON.stringify({ ...body, requestId: EXAMPLE_REQUEST_ID })) as JsonObject;
}

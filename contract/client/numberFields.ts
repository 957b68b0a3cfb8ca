import * as accountEnd from '../schemas/accountEnd.ts';
import * as accountFreeze from '../schemas/accountFreeze.ts';
import * as affiliates from '../schemas/affiliates.ts';
import * as apiKeys from '../schemas/apiKeys.ts';
import * as common from '../schemas/common.ts';
import * as content from '../schemas/content.ts';
import * as desktopSignIn from '../schemas/desktopSignIn.ts';
import * as fiat from '../schemas/fiat.ts';
import * as guarantee from '../schemas/guarantee.ts';
import * as history from '../schemas/history.ts';
import * as identity from '../schemas/identity.ts';
import * as instruments from '../schemas/instruments.ts';
import * as messenger from '../schemas/messenger.ts';
import * as notifications from '../schemas/notifications.ts';
import * as orders from '../schemas/orders.ts';
import * as rates from '../schemas/rates.ts';
import * as sandbox from '../schemas/sandbox.ts';
import * as secondFactor from '../schemas/secondFactor.ts';
import * as service from '../schemas/service.ts';
import * as status from '../schemas/status.ts';
import * as users from '../schemas/users.ts';
import * as withdrawals from '../schemas/withdrawals.ts';

const AREAS: readonly object[] = [
  [accountEnd, accountFreeze, affiliates, apiKeys, common, content, desktopSignIn, fiat, guarantee, history, identity],
  [instruments, messenger, notifications, orders, rates, sandbox, secondFactor, service, status, users, withdrawals],
].flat();

/**
 * Names of the fields that are numbers in a response, by the schemas `…Response` (D87). A build replaces this module by its result
 * (`web/build/numberFields.ts`), so that pages load no schema. `tests/api/openapi.test.ts` compares it with what the host serves.
 */
export const NUMBER_FIELDS: ReadonlySet<string> = new Set(
  AREAS.flatMap((area) => Object.entries(area))
    .filter(([name]) => name.endsWith('Response'))
    .flatMap(([, schema]) => numbersIn(schema, '')),
);

/** Returns the names of the numeric fields in a schema, at any depth. `name`: the field whose value the schema describes */
function numbersIn(schema: unknown, name: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, properties, ...parts } = { type: null, properties: {}, ...schema };
  const fields = Object.entries(properties).flatMap(([field, inner]) => numbersIn(inner, field));
  const others = Object.values(parts).flatMap((part) => [part].flat().flatMap((inner) => numbersIn(inner, name)));
  return [...(type === 'integer' || type === 'number' ? [name] : []), ...fields, ...others];
}

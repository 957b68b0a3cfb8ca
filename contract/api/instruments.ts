import { ALL_INSTRUMENTS_TIMEOUT_MS, INSTRUMENTS_TIMEOUT_MS } from '../limits.ts';
import type * as schemas from '../schemas/instruments.ts';
import { get, post, type None } from './route.ts';

export type * from '../schemas/instruments.ts';

/** Specification §7 Instruments and pairs. The longer timeout without `all` is the specification's. */
export const instrumentRoutes = {
  'instruments.list': get<{ providers?: string }, schemas.Instrument[]>('/api/v2/instruments/public', INSTRUMENTS_TIMEOUT_MS),
  'instruments.all': get<{ all: 'true' }, schemas.Instrument[]>('/api/v2/instruments/public', ALL_INSTRUMENTS_TIMEOUT_MS),
  'instruments.validateAddress': post<schemas.ValidateAddressInput, schemas.ValidateAddressOutput>(
    '/api/v1/instruments/public/validate-address',
  ),
  'pairs.list': get<None, schemas.PairsOutput>('/api/v2/pairs/public', INSTRUMENTS_TIMEOUT_MS),
  'pairs.default': get<None, schemas.DefaultPairOutput>('/api/v1/pairs/default'),
} as const;

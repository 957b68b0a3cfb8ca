import { ALL_INSTRUMENTS_TIMEOUT_MS, DEFAULT_TIMEOUT_MS, INSTRUMENTS_TIMEOUT_MS } from '../limits.ts';
import type {
  DefaultPairOutput,
  Instrument,
  PairsOutput,
  ValidateAddressInput,
  ValidateAddressOutput,
} from '../schemas/instruments.ts';
import { get, post } from './route.ts';

export type * from '../schemas/instruments.ts';

/** Specification §7 Instruments and pairs. The longer timeout without `all` is the specification's. */
export const instrumentRoutes = {
  'instruments.list': get<{ providers?: string }, Instrument[]>('/api/v2/instruments/public', INSTRUMENTS_TIMEOUT_MS),
  'instruments.all': get<{ all: 'true' }, Instrument[]>('/api/v2/instruments/public', ALL_INSTRUMENTS_TIMEOUT_MS),
  'instruments.validateAddress': post<ValidateAddressInput, ValidateAddressOutput>(
    '/api/v1/instruments/public/validate-address',
    DEFAULT_TIMEOUT_MS,
  ),
  'pairs.list': get<Record<string, never>, PairsOutput>('/api/v2/pairs/public', INSTRUMENTS_TIMEOUT_MS),
  'pairs.default': get<Record<string, never>, DefaultPairOutput>('/api/v1/pairs/default', DEFAULT_TIMEOUT_MS),
} as const;

import { runInputs } from '../faults/runInputs.ts';
import { howMany, type Drill } from './drill.ts';

const FULL = 1_000;
const SHORT = 20;

/** Generated bad inputs to every call of the OpenAPI document. */
export const inputsDrill: Drill = {
  summary: `${FULL} generated bad inputs to every call: never a 5xx, never a hang, always a code of the catalogue`,
  run: async (options) => {
    const { seed, log } = options;
    const perRoute = howMany(options, { full: FULL, short: SHORT });
    const { calls, requests, failures } = await runInputs({ perRoute, seed, log });
    log(`inputs: ${requests} requests to ${calls} calls`);
    return failures;
  },
};

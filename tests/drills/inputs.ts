import { runInputs } from '../faults/runInputs.ts';
import type { Drill } from './drill.ts';

const PER_ROUTE = 1_000;

/** Generated bad inputs to every call of the OpenAPI document. */
export const inputsDrill: Drill = {
  summary: `${PER_ROUTE} generated bad inputs to every call: never a 5xx, never a hang, always a code of the catalogue`,
  run: async ({ orders, seed, log }) => {
    const { calls, requests, failures } = await runInputs({ perRoute: orders ?? PER_ROUTE, seed, log });
    log(`inputs: ${requests} requests to ${calls} calls`);
    return failures;
  },
};

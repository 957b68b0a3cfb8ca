import { runInputs } from '../faults/runInputs.ts';
import { defineDrill } from './defineDrill.ts';

/** Generated bad inputs to every call of the OpenAPI document. */
export const inputsDrill = defineDrill({
  name: 'inputs',
  summary: (inputs) => `${inputs} generated bad inputs to every call: never a 5xx, never a hang, always a code of the catalogue`,
  size: { full: 1_000, short: 20 },
  databases: ['sqlite'],
  inProcess: async ({ count: perRoute, seed, log, complain }) => {
    const { calls, requests, failures } = await runInputs({ perRoute, seed, log });
    log(`${requests} requests to ${calls} calls`);
    for (const failure of failures) complain(failure);
  },
});

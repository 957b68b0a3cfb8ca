import { readFileSync } from 'node:fs';
import type { CallName } from '../../contract/api/index.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import type { Json, JsonObject } from './components.ts';

/** One call of the recorded conversation, in its order. Later requests use values of earlier responses. */
export interface Example {
  call: CallName;
  title: string;
  headers?: Record<string, string>;
  /** The query of a GET, the body of a POST */
  input: JsonObject;
  /** The response; absent if the call fails */
  output?: Json;
  error?: ErrorBody;
}

const FILE = new URL('../../resources/api/examples.json', import.meta.url);

let examples: readonly Example[] | null = null;

/** Returns the recorded conversation with a host. `npm run examples` records it again. The file is read once. */
export function loadExamples(): readonly Example[] {
  examples ??= JSON.parse(readFileSync(FILE, 'utf8')) as Example[];
  return examples;
}

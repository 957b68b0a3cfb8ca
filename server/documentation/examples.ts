import { readFileSync } from 'node:fs';
import type { CallName } from '../../contract/api/index.ts';
import type { ErrorBody } from '../../contract/errors.ts';
import { resourcePath } from '../common/resourcePath.ts';
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

/** Each file is a conversation of its own. */
export const EXAMPLE_FILES = [
  'examples.json',
  'historyExamples.json',
  'userExamples.json',
  'secondFactorExamples.json',
  'desktopSignInExamples.json',
  'apiKeyExamples.json',
  'affiliateExamples.json',
  'withdrawalExamples.json',
  'fiatExamples.json',
  'contentExamples.json',
  'accountEndExamples.json',
  'messengerExamples.json',
  'identityExamples.json',
] as const;
export type ExampleFile = (typeof EXAMPLE_FILES)[number];

let examples: readonly Example[] | null = null;

/** Returns the recorded conversations with a host. `npm run examples` records them again. The files are read once. */
export function loadExamples(): readonly Example[] {
  examples ??= EXAMPLE_FILES.flatMap(readExamples);
  return examples;
}

export function readExamples(file: ExampleFile): Example[] {
  return JSON.parse(readFileSync(resourcePath(`api/${file}`), 'utf8')) as Example[];
}

/** Returns one example of each shape: the recording repeats a call with other amounts, or for another customer. */
export function withoutRepetitions(given: readonly Example[]): Example[] {
  const shapes = new Map(given.toReversed().map((example) => [shapeOf([example.input, example.output ?? null]), example]));
  return given.filter((example) => shapes.get(shapeOf([example.input, example.output ?? null])) === example);
}

/** Describes a value by its fields, lists and constants such as COMPLETED. */
function shapeOf(value: Json): string {
  return JSON.stringify(value, (_key, part: Json) => {
    if (typeof part === 'string') return /^[A-Z_]{2,}$/.test(part) ? part : 'text';
    return typeof part === 'number' ? 0 : part;
  });
}

import type { Json, JsonObject } from './components.ts';

interface Media extends JsonObject {
  examples?: JsonObject;
}
interface Body extends JsonObject {
  content: Record<string, Media>;
}
/** An operation as `describeOperation` returns it. */
interface Operation extends JsonObject {
  operationId: string;
  requestBody?: Body;
  responses: Record<string, Body>;
}
type Paths = Record<string, Record<string, Operation>>;

/**
 * Returns a copy of the paths of a document in which examples, and responses that occur several times, are references to components,
 * and these components. A component is stored once, whatever the number of calls that show it.
 */
export function shareParts(document: JsonObject): { paths: JsonObject; examples: JsonObject; responses: JsonObject } {
  const examples = createStore('examples');
  const responses = createStore('responses');
  const paths = mapOperations(document as Paths, ({ requestBody, ...operation }) => ({
    ...operation,
    ...(requestBody && { requestBody: shareExamples(requestBody, `${operation.operationId}_request`, examples) }),
    responses: mapValues(operation.responses, (body) => shareExamples(body, operation.operationId, examples)),
  }));
  const times = new Map<string, number>();
  mapOperations(paths, (operation) => {
    for (const text of Object.values(operation.responses).map(textOf)) times.set(text, (times.get(text) ?? 0) + 1);
    return operation;
  });
  const shared = mapOperations(paths, (operation) => ({
    ...operation,
    responses: mapValues(operation.responses, (body) =>
      times.get(textOf(body)) === 1 ? body : (responses.refer(nameOf(body), body) as Body),
    ),
  }));
  return { paths: shared, examples: examples.parts, responses: responses.parts };
}

/** Stores each different value once. */
function createStore(section: string) {
  const parts: JsonObject = {};
  const names = new Map<string, string>();
  return {
    parts,
    /** Returns a reference to the component with this value. A new one gets the name, with a number if another one has it. */
    refer: (wanted: string, value: Json): JsonObject => {
      const text = textOf(value);
      let name = names.get(text) ?? wanted;
      for (let number = 2; !names.has(text) && name in parts; number += 1) name = `${wanted}${number}`;
      names.set(text, name);
      parts[name] = value;
      return { $ref: `#/components/${section}/${name}` };
    },
  };
}

function shareExamples(body: Body, prefix: string, store: ReturnType<typeof createStore>): Body {
  const content = mapValues(body.content, ({ examples, ...media }): Media => {
    if (!examples) return media;
    const nameFor = (title: string): string =>
      title.startsWith('ERR_') ? title : `${prefix}_${title.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;
    return { ...media, examples: mapValues(examples, (example, title) => store.refer(nameFor(title), example)) };
  });
  return { ...body, content };
}

/** Returns `TooManyRequests` for the response with the code ERR_TOO_MANY_REQUESTS. */
function nameOf({ content }: Body): string {
  const titles = Object.keys(content['application/json']?.examples ?? {});
  const codes = titles.filter((title) => title.startsWith('ERR_'));
  if (codes.length === 0) return titles.length === 0 ? 'OtherError' : 'Success';
  const words = codes.map((code) => code.slice(4).toLowerCase().split('_').map(capitalise).join(''));
  return words.join('Or');
}

const capitalise = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const textOf = (value: Json): string => JSON.stringify(value);

function mapValues<Value, Mapped>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value, name: string) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]));
}

const mapOperations = (paths: Paths, map: (operation: Operation) => Operation): Paths =>
  mapValues(paths, (operations) => mapValues(operations, map));

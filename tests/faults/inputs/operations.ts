/** The part of JSON Schema that the OpenAPI document of the host uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  minLength?: number;
}

/** One call as the document describes it. Its input is an object either way: of query parameters, or the JSON body. */
export interface Operation {
  method: string;
  path: string;
  place: 'query' | 'body';
  input: JsonSchema;
  /** The codes of the errors that the document names for this call */
  codes: readonly string[];
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>;
  /** Section (schemas, responses, examples) → name → what it describes */
  components: Record<string, Record<string, unknown>>;
}
interface DescribedOperation {
  /** `example`: of its schema, which has none itself */
  parameters?: { in: string; name: string; required?: boolean; example?: unknown; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { examples?: Record<string, { value: unknown }> }> }>;
}

/** Every call of the document, both of a call that takes query and body. */
export function operationsOf(document: Document): Operation[] {
  const { paths } = withoutReferences(document, document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) =>
      inputsOf(method, described).map((input) => ({ ...input, method, path, codes: codesOf(described) })),
    ),
  );
}

function inputsOf(method: string, { parameters = [], requestBody }: DescribedOperation): Pick<Operation, 'place' | 'input'>[] {
  const query = parameters.filter((parameter) => parameter.in !== 'header');
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  return [
    ...(query.length > 0 || !body ? [{ place: 'query' as const, input: objectOf(query, method === 'get') }] : []),
    ...(body ? [{ place: 'body' as const, input: body }] : []),
  ];
}

/** `isRead`: a read ignores unknown parameters. */
function codesOf({ responses }: DescribedOperation): string[] {
  const errors = Object.entries(responses).filter(([status]) => /^[45]\d\d$/.test(status));
  return errors.flatMap(([, { content = {} }]) => Object.values(content).flatMap(({ examples }) => Object.keys(examples ?? {})));
}

function objectOf(parameters: NonNullable<DescribedOperation['parameters']>, isRead: boolean): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema, example }) => [name, example === undefined ? schema : { ...schema, examples: [example] }]),
    ),
    required: parameters.flatMap(({ name, required }) => (required ? [name] : [])),
    additionalProperties: isRead,
  };
}

/** Returns a copy in which each reference is the schema, response or example that it names. */
function withoutReferences<Part>(part: Part, document: Document): Part {
  const text = JSON.stringify(part, (_key, value: JsonSchema | null) => {
    const [, , section, name] = value?.$ref?.split('/') ?? [];
    return section === undefined || name === undefined ? value : document.components[section]?.[name];
  });
  return JSON.parse(text) as Part;
}

import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';

/** A part of a script in which the checks are interested. */
export interface ScriptParts {
  /** What `import … from`, `import()` and `require()` name; null for an expression that no reader can know. */
  imports: (string | null)[];
  /** Names imported from `electron`, with their names in the script. */
  electronMembers: Map<string, string>;
  /** Calls of `eval`, `Function` and timers with text. */
  evaluations: string[];
  /** `new Name(first argument)` */
  constructions: { name: string; argument: Tree | null }[];
  /** Calls `name('text')` as the value of a property. */
  textCalls: { property: string; text: string }[];
}

/** A node of the syntax tree (ESTree). */
export interface Tree {
  type: string;
  [field: string]: unknown;
}

/** Parses a script and returns its parts. */
export function readScript(path: string): ScriptParts {
  const parts: ScriptParts = { imports: [], electronMembers: new Map(), evaluations: [], constructions: [], textCalls: [] };
  const electronObjects = new Set<string>();
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'));
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      parts.imports.push(source.value);
      if (source.value !== 'electron') return;
      for (const specifier of specifiers) {
        if (specifier.type !== 'ImportSpecifier') electronObjects.add(specifier.local.name);
        else parts.electronMembers.set(specifier.local.name, nameOf(specifier.imported as unknown as Tree) ?? '');
      }
    },
    ExportNamedDeclaration: ({ source }) => void (source && parts.imports.push(source.value)),
    ExportAllDeclaration: ({ source }) => void parts.imports.push(source.value),
    ImportExpression: ({ source }) => void parts.imports.push(textOf(source as unknown as Tree)),
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && isRequireOf(init as unknown as Tree | null, 'electron')) electronObjects.add(id.name);
    },
    MemberExpression: ({ object, property }) => {
      const name = nameOf(property as unknown as Tree);
      if (object.type === 'Identifier' && electronObjects.has(object.name) && name) parts.electronMembers.set(name, name);
    },
    CallExpression: (node) => {
      const { callee, arguments: given } = node as unknown as { callee: Tree; arguments: Tree[] };
      const name = nameOf(callee);
      if (name === 'require') parts.imports.push(given[0] ? textOf(given[0]) : null);
      if (callee.type === 'Identifier' && (name === 'eval' || name === 'Function')) parts.evaluations.push(name);
      if ((name === 'setTimeout' || name === 'setInterval') && given[0] && textOf(given[0]) !== null)
        parts.evaluations.push(name);
    },
    NewExpression: (node) => {
      const { callee, arguments: given } = node as unknown as { callee: Tree; arguments: Tree[] };
      const name = nameOf(callee) ?? '';
      if (name === 'Function') parts.evaluations.push(name);
      parts.constructions.push({ name: parts.electronMembers.get(name) ?? name, argument: given[0] ?? null });
    },
    Property: (node) => {
      const { key, value } = node as unknown as { key: Tree; value: Tree };
      const [argument] = value.type === 'CallExpression' ? (value['arguments'] as Tree[]) : [];
      const text = argument ? textOf(argument) : null;
      const property = textOf(key) ?? nameOf(key);
      if (text !== null && property !== null) parts.textCalls.push({ property, text });
    },
  }).visit(program);
  return parts;
}

/** Returns the fields of an object literal; null if another expression makes it, or a part of it. */
export function fieldsOf(tree: Tree | null): Map<string, Tree> | null {
  if (tree?.type !== 'ObjectExpression') return null;
  const fields = new Map<string, Tree>();
  for (const property of tree['properties'] as Tree[]) {
    if (property.type !== 'Property') continue;
    const key = property['key'] as Tree;
    fields.set(textOf(key) ?? nameOf(key) ?? '', property['value'] as Tree);
  }
  return fields;
}

/** Returns the value of `true`, `!0` and a text; undefined for anything else. */
export function constantOf(tree: Tree | undefined): string | boolean | undefined {
  if (!tree) return undefined;
  if (tree.type === 'UnaryExpression' && tree['operator'] === '!') {
    const { value } = tree['argument'] as { value?: unknown };
    return typeof value === 'number' ? !value : undefined;
  }
  if (tree.type === 'Literal' && typeof tree['value'] === 'boolean') return tree['value'];
  return textOf(tree) ?? undefined;
}

function isRequireOf(tree: Tree | null, module: string): boolean {
  if (tree?.type !== 'CallExpression' || nameOf(tree['callee'] as Tree) !== 'require') return false;
  const [given] = tree['arguments'] as Tree[];
  return given !== undefined && textOf(given) === module;
}

function nameOf(tree: Tree): string | null {
  return tree.type === 'Identifier' ? (tree['name'] as string) : null;
}

/** A text in quotes, or in backticks without expressions, which minifiers prefer. */
function textOf(tree: Tree): string | null {
  if (tree.type === 'Literal') return typeof tree['value'] === 'string' ? tree['value'] : null;
  if (tree.type !== 'TemplateLiteral' || (tree['expressions'] as Tree[]).length > 0) return null;
  const [part] = tree['quasis'] as { value: { cooked: string } }[];
  return part?.value.cooked ?? null;
}

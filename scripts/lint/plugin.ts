import type { RuleTester } from 'oxlint/plugins-dev';

type Rule = Parameters<RuleTester['run']>[1];
type Create = Extract<Rule, { create: unknown }>['create'];
type Scope = ReturnType<Parameters<Create>[0]['sourceCode']['getScope']>;
type MemberExpression = Parameters<NonNullable<ReturnType<Create>['MemberExpression']>>[0];
type TypeNode = Extract<MemberExpression['object'], { type: 'TSAsExpression' }>['typeAnnotation'];

/** Types of TypeScript that keep the keys of what they wrap */
const WRAPPERS: readonly string[] = ['Readonly', 'Partial'];

/** Returns whether a type is `Record<string, …>`, whose keys the compiler does not know. */
function hasAnyKey(type: TypeNode | undefined): boolean {
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false;
  const [first] = type.typeArguments?.params ?? [];
  return WRAPPERS.includes(type.typeName.name)
    ? hasAnyKey(first)
    : type.typeName.name === 'Record' && first?.type === 'TSStringKeyword';
}

function isDeclaredOpen(scope: Scope | null, name: string): boolean {
  const variable = scope?.set.get(name);
  if (scope && !variable) return isDeclaredOpen(scope.upper, name);
  return (variable?.identifiers ?? []).some(
    (identifier) => 'typeAnnotation' in identifier && hasAnyKey(identifier.typeAnnotation?.typeAnnotation),
  );
}

/**
 * Refuses `table[key]` and `key in table` where the table is declared as `Record<string, …>` in the same file: a text from outside such
 * as "constructor" finds what every object inherits. Accepts `Object.hasOwn(…) ? table[key] : …` and assignments.
 */
export const ownKeys: Rule = {
  create: (context) => {
    const message = 'A text such as "constructor" finds what every object inherits: use ownValue, or a Map.';
    const isOpen = (table: MemberExpression['object']): boolean =>
      table.type === 'TSAsExpression'
        ? hasAnyKey(table.typeAnnotation)
        : table.type === 'Identifier' && isDeclaredOpen(context.sourceCode.getScope(table), table.name);
    return {
      MemberExpression(node) {
        const { object, property, parent } = node;
        if (!node.computed || property.type === 'Literal') return;
        if (parent.type === 'AssignmentExpression' && parent.left === node) return;
        if (parent.type === 'ConditionalExpression' && context.sourceCode.getText(parent.test).startsWith('Object.hasOwn('))
          return;
        if (isOpen(object)) context.report({ node, message });
      },
      BinaryExpression(node) {
        if (node.operator === 'in' && node.left.type !== 'Literal' && isOpen(node.right)) context.report({ node, message });
      },
    };
  },
};

// oxlint reads the default export.
export default { meta: { name: 'causeway' }, rules: { 'own-keys': ownKeys } };

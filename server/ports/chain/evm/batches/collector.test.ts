import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import build from './collectorBuild.json' with { type: 'json' };

interface Compiler {
  version(): string;
  compile(input: string): string;
}
interface Output {
  sources: Record<string, { ast: { nodes: { nodeType: string; nodes?: { nodeType: string; name: string; id: number }[] }[] } }>;
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string }; deployedBytecode: Deployed } }>>;
}
interface Deployed {
  object: string;
  immutableReferences: Record<string, { start: number }[]>;
}

const FILE = 'Collector.sol';
// It has no module for `import`, and no types.
const compiler = createRequire(import.meta.url)('solc') as Compiler;

test('the stored code is what the compiler makes of the source', () => {
  const input = {
    language: 'Solidity',
    sources: { [FILE]: { content: readFileSync(new URL(FILE, import.meta.url), 'utf8') } },
    settings: {
      evmVersion: 'prague',
      optimizer: { enabled: true, runs: 1_000_000 },
      // Without metadata, comments and paths don't change the code.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode'], '': ['ast'] } },
    },
  };
  const output = JSON.parse(compiler.compile(JSON.stringify(input))) as Output;
  const deployed = output.contracts[FILE]?.['Collector']?.evm.deployedBytecode;
  const variables = output.sources[FILE]?.ast.nodes.flatMap(({ nodes = [] }) => nodes) ?? [];
  const placesOf = (name: string) => {
    const id = variables.find((one) => one.nodeType === 'VariableDeclaration' && one.name === name)?.id;
    return deployed?.immutableReferences[String(id)]?.map(({ start }) => start);
  };
  expect({
    compiler: compiler.version(),
    creationCode: `0x${output.contracts[FILE]?.['Collector']?.evm.bytecode.object}`,
    runtimeCode: `0x${deployed?.object}`,
    immutables: { treasury: placesOf('treasury'), self: placesOf('self') },
  }).toEqual(build);
});

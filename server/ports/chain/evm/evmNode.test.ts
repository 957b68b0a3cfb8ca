import { expect, test } from 'vitest';
import { BaseError } from 'viem';
import { describeFailure } from './evmNode.ts';

test('describes a failure of a node without the address of the node', () => {
  expect(describeFailure(new BaseError('The function returned no data.'))).toBe('The function returned no data.');
  const cause = new Error('connect ECONNREFUSED');
  expect(describeFailure(new BaseError('HTTP request failed.', { cause }))).toBe('HTTP request failed. connect ECONNREFUSED');
  expect(describeFailure(new Error('no answer of https://user:secret@node.example/key'))).toBe('no answer of [node]');
  expect(describeFailure('timeout')).toBe('the node failed');
});

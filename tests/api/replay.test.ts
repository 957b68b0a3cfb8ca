import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../server/documentation/components.ts';
import { replay } from './replay.ts';

test('takes the code of a mail, in whatever order the mails arrive', async () => {
  const mail = (subject: string, text: string) => ({ to: 'anna@example.com', subject, text });
  const answers: JsonObject[] = [
    { mails: [mail('Your password was changed', 'It was changed today.'), mail('Your code', 'Your code is LIVECODE27')] },
    {},
  ];
  const payloads: unknown[] = [];
  const inject = async ({ payload }: { payload?: unknown }) => {
    payloads.push(payload);
    return { statusCode: 200, headers: {}, json: () => answers.shift() };
  };
  const host = {
    app: { inject } as unknown as FastifyInstance,
    dataDirectory: '',
    credit: async () => {},
    prove: async () => {},
    askAboutFee: async () => {},
    setStopToken: async () => {},
  };
  const recorded = [mail('Your code', 'Your code is RECORDED84'), mail('Your password was changed', 'It was changed yesterday.')];
  await replay(host, [
    { call: 'sandbox.mails', title: 'A code', input: {}, output: { mails: recorded } },
    { call: 'users.resetPassword', title: 'Use it', input: { resetCode: 'RECORDED84' }, output: {} },
  ]);
  expect(payloads).toEqual([undefined, { resetCode: 'LIVECODE27' }]);
});

import { expect, it } from 'vitest';
import {
  desktopSignInPath,
  isSignedInLink,
  LOOPBACK_PATH,
  readDesktopSignIn,
  readSignedInLink,
  readSignedInQuery,
  signedInLink,
} from './signIn.ts';

const REQUEST = { challenge: 'c'.repeat(43), state: 's'.repeat(22), purpose: 'signIn', port: null } as const;
const ANSWER = { code: 'a'.repeat(43), state: REQUEST.state };

it.each([
  REQUEST,
  { ...REQUEST, purpose: 'confirm' } as const,
  { ...REQUEST, purpose: 'confirm', challengeId: 'w'.repeat(43) } as const,
  ...[1024, 9999, 49152, 65535].map((port) => ({ ...REQUEST, port })),
])('parses the path built for a request: $purpose $port', (request) => {
  const address = new URL(desktopSignInPath(request), 'https://swap.example');
  expect([address.pathname, readDesktopSignIn(address.search)]).toEqual(['/desktop-sign-in', request]);
});

it.each([ANSWER, { ...ANSWER, code: null }])('parses the link built for an answer: code $code', (answer) => {
  const link = signedInLink(answer, null, 'causeway');
  expect(readSignedInLink(link, 'causeway')).toEqual(answer);
  expect(readSignedInLink(link.replace('?', '/?'), 'causeway')).toEqual(answer);
});

it.each([
  ['nothing', ''],
  ['a short challenge', '?challenge=abc&state=ssssssssssssssssssssss'],
  ['a plain challenge', `?challenge=${'c'.repeat(42)}.&state=${REQUEST.state}`],
  ['no state', `?challenge=${REQUEST.challenge}`],
  ['an unknown purpose', `?challenge=${REQUEST.challenge}&state=${REQUEST.state}&purpose=x`],
  ['an action to sign in', `?challenge=${REQUEST.challenge}&state=${REQUEST.state}&action=${'w'.repeat(43)}`],
  ['markup as action', `?challenge=${REQUEST.challenge}&state=${REQUEST.state}&purpose=confirm&action=%3Cb%3E${'w'.repeat(43)}`],
  ['two states', `?challenge=${REQUEST.challenge}&state=${REQUEST.state}&state=${'t'.repeat(22)}`],
  ...['80', '1023', '65536', '8080x', '', '1&port=8080'].map((port) => [
    `the port ${port}`,
    `?challenge=${REQUEST.challenge}&state=${REQUEST.state}&port=${port}`,
  ]),
  ['markup as state', `?challenge=${REQUEST.challenge}&state=%3Cscript%3Eaaaaaaaaaaaaaaaa`],
])('refuses a request with %s', (_what, search) => {
  expect(readDesktopSignIn(search)).toBeNull();
});

it.each([
  ['another scheme', signedInLink(ANSWER, null, 'causeway').replace('causeway', 'https')],
  ['another host', signedInLink(ANSWER, null, 'causeway').replace('signed-in', 'order')],
  ['a longer host', signedInLink(ANSWER, null, 'causeway').replace('signed-in', 'signed-in.example')],
  ['no code', `causeway://signed-in?state=${ANSWER.state}`],
  ['another error', `causeway://signed-in?error=server_error&state=${ANSWER.state}`],
  ['an error and a malformed code', `causeway://signed-in?error=access_denied&code=x&state=${ANSWER.state}`],
  ['an error without a state', 'causeway://signed-in?error=access_denied'],
  ['two codes', `${signedInLink(ANSWER, null, 'causeway')}&code=${'b'.repeat(43)}`],
  ['a code with a line break', signedInLink({ ...ANSWER, code: `${ANSWER.code}\n` }, null, 'causeway')],
])('refuses a link with %s', (_what, link) => {
  expect(readSignedInLink(link, 'causeway')).toBeNull();
});

it.each([
  [signedInLink(ANSWER, null, 'causeway'), true],
  ['causeway://signed-in', true],
  ['CAUSEWAY://signed-in/?code=1', true],
  ['causeway://signed-in.example?code=1', false],
  ['causeway://order___abc', false],
  ['https://signed-in?code=1', false],
])('recognises %s as a sign-in: %s', (link, expected) => {
  expect(isSignedInLink(link, 'causeway')).toBe(expected);
});

it('sends the answer to the port of an app that listens', () => {
  const link = new URL(signedInLink(ANSWER, 49_152, 'causeway'));
  expect([link.origin, link.pathname, readSignedInQuery(link.search)]).toEqual(['http://127.0.0.1:49152', LOOPBACK_PATH, ANSWER]);
});

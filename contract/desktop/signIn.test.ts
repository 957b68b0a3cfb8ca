import { expect, it } from 'vitest';
import { desktopSignInPath, isSignedInLink, readDesktopSignIn, readSignedInLink, signedInLink } from './signIn.ts';

const REQUEST = { challenge: 'c'.repeat(43), state: 's'.repeat(22), purpose: 'signIn' } as const;
const ANSWER = { code: 'a'.repeat(43), state: REQUEST.state };

it.each([REQUEST, { ...REQUEST, purpose: 'confirm' } as const])('parses the path built for a request: $purpose', (request) => {
  const address = new URL(desktopSignInPath(request), 'https://swap.example');
  expect([address.pathname, readDesktopSignIn(address.search)]).toEqual(['/desktop-sign-in', request]);
});

it.each([ANSWER, { ...ANSWER, code: null }])('parses the link built for an answer: code $code', (answer) => {
  const link = signedInLink(answer);
  expect(readSignedInLink(link)).toEqual(answer);
  expect(readSignedInLink(link.replace('?', '/?'))).toEqual(answer);
});

it.each([
  ['nothing', ''],
  ['a short challenge', '?challenge=abc&state=ssssssssssssssssssssss'],
  ['a plain challenge', `?challenge=${'c'.repeat(42)}.&state=${REQUEST.state}`],
  ['no state', `?challenge=${REQUEST.challenge}`],
  ['an unknown purpose', `?challenge=${REQUEST.challenge}&state=${REQUEST.state}&purpose=x`],
  ['two states', `?challenge=${REQUEST.challenge}&state=${REQUEST.state}&state=${'t'.repeat(22)}`],
  ['markup as state', `?challenge=${REQUEST.challenge}&state=%3Cscript%3Eaaaaaaaaaaaaaaaa`],
])('refuses a request with %s', (_what, search) => {
  expect(readDesktopSignIn(search)).toBeNull();
});

it.each([
  ['another scheme', signedInLink(ANSWER).replace('causeway', 'https')],
  ['another host', signedInLink(ANSWER).replace('signed-in', 'order')],
  ['a longer host', signedInLink(ANSWER).replace('signed-in', 'signed-in.example')],
  ['no code', `causeway://signed-in?state=${ANSWER.state}`],
  ['another error', `causeway://signed-in?error=server_error&state=${ANSWER.state}`],
  ['an error and a malformed code', `causeway://signed-in?error=access_denied&code=x&state=${ANSWER.state}`],
  ['an error without a state', 'causeway://signed-in?error=access_denied'],
  ['two codes', `${signedInLink(ANSWER)}&code=${'b'.repeat(43)}`],
  ['a code with a line break', signedInLink({ ...ANSWER, code: `${ANSWER.code}\n` })],
])('refuses a link with %s', (_what, link) => {
  expect(readSignedInLink(link)).toBeNull();
});

it.each([
  [signedInLink(ANSWER), true],
  ['causeway://signed-in', true],
  ['CAUSEWAY://signed-in/?code=1', true],
  ['causeway://signed-in.example?code=1', false],
  ['causeway://order___abc', false],
  ['https://signed-in?code=1', false],
])('recognises %s as a sign-in: %s', (link, expected) => {
  expect(isSignedInLink(link)).toBe(expected);
});

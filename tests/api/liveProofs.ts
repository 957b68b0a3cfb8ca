import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { generateSync } from 'otplib';
import { apiRoutes, type CallName, type CallOutput } from '../../contract/api/index.ts';
import { signFields } from '../../server/accounts/testing/signedInitData.ts';
import { createSoftwarePasskey } from '../../server/accounts/testing/softwarePasskey.ts';
import type { Json, JsonObject } from '../../server/documentation/components.ts';

const SITE = { origin: 'http://localhost', relyingParty: 'localhost' };
const POLL_MS = 100;
const PATIENCE_MS = 180_000;

/** Creates the proofs of a second factor in the examples: they depend on the time, the challenge and a random secret. */
export function createLiveProofs(app: FastifyInstance) {
  const passkey = createSoftwarePasskey();
  let secret = '';
  /** Who signed in last */
  let email = '';
  const used = new Set<string>();
  /** Of the link that freezes an account */
  let token = '';

  return {
    /** Returns the input with valid proofs in place of the recorded ones. */
    async fill(call: CallName, input: JsonObject): Promise<JsonObject> {
      const challenge = typeof input['challengeId'] === 'string' ? input['challengeId'] : '';
      if (call === 'users.authenticate') email = typeof input['email'] === 'string' ? input['email'] : '';
      if (call === 'users.enableTotp') return { ...input, code: generateSync({ secret }) };
      if (call === 'users.addPasskey') return { ...input, passkey: passkey.create(challenge, SITE) as Json };
      if (call === 'users.removePasskey') return { ...input, passkeyId: passkey.id };
      if (call === 'withdrawals.create' && isMailed(input)) {
        return { ...input, proof: { ...(input['proof'] as JsonObject), emailCode: await mailedCode(app, email, used) } };
      }
      if (call.startsWith('accountFreeze.') && input['token'] !== NO_TOKEN) {
        return { ...input, token: (token ||= await mailedToken(app, email)) };
      }
      if (typeof input['initData'] === 'string') return { ...input, initData: signedNow(input['initData']) };
      if (call !== 'users.verifySecondFactor') return input;
      if ('passkey' in input) return { ...input, passkey: passkey.use(challenge, SITE) as Json };
      return 'emailCode' in input ? { ...input, emailCode: await mailedCode(app, email, used) } : input;
    },
    /** Takes what later proofs need from a response. */
    learn(call: CallName, output: Json): void {
      if (call === 'users.startTotp') secret = (output as { secret: string }).secret;
    },
  };
}

/** Whether the withdrawal of an example is proved with a code of the mailbox. */
function isMailed({ proof }: JsonObject): boolean {
  return typeof proof === 'object' && proof !== null && 'emailCode' in proof;
}

/** Returns the same init data as the messenger signs them now. */
function signedNow(initData: string): string {
  const { hash: _hash, ...fields } = Object.fromEntries(new URLSearchParams(initData));
  return signFields({ ...fields, auth_date: String(Math.floor(Date.now() / 1_000)) });
}

/** Waits for the mail with a code that was not used yet. */
async function mailedCode(app: FastifyInstance, email: string, used: Set<string>): Promise<string> {
  const code = await mailed(app, email, (texts) =>
    texts.flatMap((text) => CODE.exec(text)?.[1] ?? []).find((one) => !used.has(one)),
  );
  used.add(code);
  return code;
}

/** Waits for the first mail with the link that freezes an account. */
async function mailedToken(app: FastifyInstance, email: string): Promise<string> {
  return await mailed(app, email, (texts) => texts.flatMap((text) => FREEZE_LINK.exec(text)?.[1] ?? []).at(-1));
}

/** Waits until `find` finds something in the mails of an address, the newest of which is first. */
async function mailed(app: FastifyInstance, email: string, find: (texts: string[]) => string | undefined): Promise<string> {
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    const answer = await app.inject({ url: apiRoutes['sandbox.mails'].path, headers: { host: 'localhost' } });
    const mails = answer.json<CallOutput<'sandbox.mails'>>().mails;
    const found = find(mails.flatMap(({ to, text }) => (to === email ? [text] : [])));
    if (found !== undefined) return found;
    await wait(POLL_MS);
  }
  throw new Error(`${email} got no such e-mail`);
}

/** The code stands on a line of its own. */
const CODE = /^([A-Z0-9]{8})$/m;
const FREEZE_LINK = /\/freeze-account#(\S+)/;
/** The token of the examples that fail */
const NO_TOKEN = 'A'.repeat(32);

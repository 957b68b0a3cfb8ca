import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { ApiError } from '../../contract/errors.ts';

/** Hashes passwords with argon2id and a pepper (D20). A hash is a PHC string without the pepper. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Compares a password with a hash. With null, for an unknown user, it does the same work and returns false. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Returns whether a hash was made with other parameters than the current ones. */
  isOutdated(hash: string): boolean;
}

export interface HashParameters {
  /** KiB */
  memory: number;
  passes: number;
}

/** https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id */
const PARAMETERS: HashParameters = { memory: 19_456, passes: 2 };
const PARALLELISM = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** More waiting requests than this are refused: a flood of sign-ins must not use up the host's memory and processors. */
const MAX_WAITING = 100;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

/** Tests pass cheap `parameters`. Throws ERR_SERVICE_UNAVAILABLE while too many requests wait. */
export function createPasswords(pepper: Uint8Array, parameters: HashParameters = PARAMETERS): Passwords {
  const limited = limitConcurrency(availableParallelism(), MAX_WAITING);
  const compute = async (password: string, nonce: Buffer, { memory, passes }: HashParameters, bytes = HASH_BYTES) =>
    await limited(() =>
      derive('argon2id', {
        // The same characters may be typed in composed or decomposed form.
        message: password.normalize('NFC'),
        nonce,
        memory,
        passes,
        parallelism: PARALLELISM,
        tagLength: bytes,
        secret: pepper,
      }),
    );
  return {
    hash: async (password) => {
      const salt = randomBytes(SALT_BYTES);
      const { memory, passes } = parameters;
      return `$argon2id$v=19$m=${memory},t=${passes},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(await compute(password, salt, parameters))}`;
    },
    verify: async (password, hash) => {
      const parts = hash === null ? null : parse(hash);
      const { salt, expected, ...used } = parts ?? {
        salt: randomBytes(SALT_BYTES),
        expected: randomBytes(HASH_BYTES),
        ...parameters,
      };
      const actual = await compute(password, salt, used, expected.length);
      return parts !== null && timingSafeEqual(actual, expected);
    },
    isOutdated: (hash) => {
      const parts = parse(hash);
      return parts?.memory !== parameters.memory || parts.passes !== parameters.passes;
    },
  };
}

function parse(hash: string): (HashParameters & { salt: Buffer; expected: Buffer }) | null {
  const [, memory, passes, , salt, expected] = PHC.exec(hash) ?? [];
  if (memory === undefined || passes === undefined || salt === undefined || expected === undefined) return null;
  return {
    memory: Number(memory),
    passes: Number(passes),
    salt: Buffer.from(salt, 'base64'),
    expected: Buffer.from(expected, 'base64'),
  };
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/** Runs at most `most` pieces of work at once, in the order of the calls. */
function limitConcurrency(most: number, mostWaiting: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) {
        throw new ApiError('ERR_SERVICE_UNAVAILABLE', 'Too many customers sign in at the moment. Try again in a few seconds.');
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The next waiting work takes over this place.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

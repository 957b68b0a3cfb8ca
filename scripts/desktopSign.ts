import { readFile, writeFile } from 'node:fs/promises';
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { isSignedFeed, SIGNATURE_SUFFIX, signedFeedBytes } from '../main/updates/feedSignature.ts';
import { readSecretFile, SecretFileError } from '../server/common/secretFile.ts';

/**
 * `UPDATE_KEY_FILE=key npm run desktop:sign -- packages/latest-linux.yml …` signs feeds of updates: writes `latest-linux.yml.sig`
 * next to each. The file has 32 random bytes in hex (`openssl rand -hex 32`). Prints the public key, which `UPDATE_KEYS` names when
 * the app is packaged.
 */
async function signFeeds(feeds: readonly string[]): Promise<void> {
  const keyFile = process.env['UPDATE_KEY_FILE'];
  if (!keyFile || feeds.length === 0)
    throw new SecretFileError('Name the key and the feeds: UPDATE_KEY_FILE=key npm run desktop:sign -- FEED…');
  const text = (await readSecretFile(keyFile, 'update key')).trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new SecretFileError(`The update key file ${keyFile} must contain 32 bytes in hex.`);
  const key = hexToBytes(text);
  const publicKey = bytesToHex(ed25519.getPublicKey(key));
  for (const file of feeds) {
    const feed = await readFile(file, 'utf8');
    const signature = bytesToHex(ed25519.sign(signedFeedBytes(feed), key));
    if (!isSignedFeed(feed, signature, [publicKey])) throw new Error('The signature does not verify.');
    await writeFile(file + SIGNATURE_SUFFIX, `${signature}\n`);
    console.log(`Signed ${file}`);
  }
  console.log(`UPDATE_KEYS=${publicKey}`);
}

try {
  await signFeeds(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof SecretFileError ? error.message : error);
  process.exit(1);
}

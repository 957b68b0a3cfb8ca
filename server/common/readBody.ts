/**
 * Returns the body of an answer as text.
 *
 * @throws Error once it has more than `most` bytes; then the rest is not read
 */
export async function readBody(answer: Response, most: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > most) throw new Error(`The answer has more than ${most} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

import { ChainUnavailableError } from '../chainGateway.ts';

/** txin_to_key of cryptonote_basic.h: an input that spends an output */
const SPENDING_INPUT = 2;
const IMAGE_BYTES = 32;

/** Returns the key images of a transaction, which name the coins that it spends. Throws ChainUnavailableError for other bytes. */
export function readKeyImages(hex: string): string[] {
  const bytes = Buffer.from(hex, 'hex');
  let place = 0;
  function readByte(): number {
    const byte = bytes[place];
    if (byte === undefined) throw new ChainUnavailableError('a node returns a transaction that can not be read');
    place += 1;
    return byte;
  }
  function skipNumber(): void {
    while (readByte() >= 128) continue;
  }
  function readCount(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = readByte();
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
  }
  // The version, and the time until which its outputs are locked.
  skipNumber();
  skipNumber();
  const images: string[] = [];
  for (let left = readCount(); left > 0; left -= 1) {
    if (readByte() !== SPENDING_INPUT) throw new ChainUnavailableError('a node returns a transaction that spends no coins');
    // The amount, and the places of the outputs among which the spent one hides.
    skipNumber();
    for (let outputs = readCount(); outputs > 0; outputs -= 1) skipNumber();
    const image = bytes.subarray(place, place + IMAGE_BYTES);
    place += IMAGE_BYTES;
    if (image.length < IMAGE_BYTES) throw new ChainUnavailableError('a node returns a transaction that can not be read');
    images.push(image.toString('hex'));
  }
  return images;
}

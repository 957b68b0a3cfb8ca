/** The fields of a message of Protocol Buffers: numbers as bigint, everything else as bytes. */
export type Fields = ReadonlyMap<number, (bigint | Buffer)[]>;

/** Decodes a message without its schema. Throws on malformed bytes. */
export function decodeFields(bytes: Buffer): Fields {
  const fields = new Map<number, (bigint | Buffer)[]>();
  let offset = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[offset];
      if (byte === undefined) throw new RangeError('the message ends too early');
      offset += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (offset < bytes.length) {
    const tag = Number(varint());
    const isNumber = (tag & 7) === 0;
    const value = varint();
    const end = offset + Number(value);
    if (!isNumber && end > bytes.length) throw new RangeError('the message ends too early');
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), isNumber ? value : bytes.subarray(offset, end)]);
    if (!isNumber) offset = end;
  }
  return fields;
}

export function bytesOf(fields: Fields, field: number): Buffer {
  const [value] = fields.get(field) ?? [];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}

export function numberOf(fields: Fields, field: number): bigint {
  const [value] = fields.get(field) ?? [];
  return typeof value === 'bigint' ? value : 0n;
}

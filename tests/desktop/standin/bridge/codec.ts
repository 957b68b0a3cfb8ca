type Node =
  | ['value', string | number | boolean | null]
  | ['undefined']
  | ['number' | 'bigint', string]
  | ['date', number]
  | ['regexp', string, string]
  | ['error', string, string, string]
  | ['bytes', string, string]
  | ['set', number[]]
  | ['map', [number, number][]]
  | ['array', number, [string, number][]]
  | ['object', [string, number][]];

export interface Codec {
  /** @throws "An object could not be cloned." as Electron does, such as for a function */
  encode(value: unknown): string;
  decode(text: string): unknown;
}

/**
 * Returns functions that turn what the structured clone algorithm accepts into text and back. References to one object stay
 * references to one object. The text of this function also runs in the page, so it uses nothing from outside of itself.
 */
export function createCodec(): Codec {
  const views = {
    Int8Array,
    Uint8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    BigInt64Array,
    BigUint64Array,
    DataView,
  };

  function toBase64(bytes: Uint8Array): string {
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  }

  function copy(value: unknown): unknown {
    try {
      return structuredClone(value);
    } catch {
      throw new Error('An object could not be cloned.');
    }
  }

  function encode(value: unknown): string {
    const nodes: (Node | null)[] = [];
    const indexes = new Map<unknown, number>();

    function put(item: unknown): number {
      const known = indexes.get(item);
      if (known !== undefined) return known;
      const index = nodes.length;
      nodes.push(null);
      if (typeof item === 'object' && item !== null) indexes.set(item, index);
      nodes[index] = toNode(item);
      return index;
    }

    const entries = (object: object): [string, number][] =>
      Object.entries(object).map(([key, item]): [string, number] => [key, put(item)]);

    function toNode(item: unknown): Node {
      if (item === undefined) return ['undefined'];
      if (typeof item === 'bigint') return ['bigint', String(item)];
      if (typeof item === 'number' && (!Number.isFinite(item) || Object.is(item, -0)))
        return ['number', Object.is(item, -0) ? '-0' : String(item)];
      if (typeof item !== 'object' || item === null) return ['value', item as string];
      if (item instanceof Date) return ['date', item.getTime()];
      if (item instanceof RegExp) return ['regexp', item.source, item.flags];
      if (item instanceof Error) return ['error', item.name, item.message, item.stack ?? ''];
      if (item instanceof ArrayBuffer) return ['bytes', 'ArrayBuffer', toBase64(new Uint8Array(item))];
      if (ArrayBuffer.isView(item))
        return ['bytes', item.constructor.name, toBase64(new Uint8Array(item.buffer, item.byteOffset, item.byteLength))];
      if (item instanceof Set) return ['set', [...item].map(put)];
      if (item instanceof Map) return ['map', [...item].map(([key, entry]): [number, number] => [put(key), put(entry)])];
      if (Array.isArray(item)) return ['array', item.length, entries(item)];
      if (Object.getPrototypeOf(item) === Object.prototype) return ['object', entries(item)];
      throw new Error(`not in the stand-in: a ${item.constructor.name} in a message`);
    }

    put(copy(value));
    return JSON.stringify(nodes);
  }

  function decode(text: string): unknown {
    const nodes = JSON.parse(text) as Node[];
    const decoded = new Map<number, unknown>();

    function get(index: number): unknown {
      if (decoded.has(index)) return decoded.get(index);
      const node = nodes[index];
      if (node === undefined) throw new Error('The message is malformed.');
      const item = start(node);
      decoded.set(index, item);
      fill(item, node);
      return item;
    }

    function start(node: Node): unknown {
      switch (node[0]) {
        case 'value':
          return node[1];
        case 'undefined':
          return undefined;
        case 'number':
          return Number(node[1]);
        case 'bigint':
          return BigInt(node[1]);
        case 'date':
          return new Date(node[1] ?? Number.NaN);
        case 'regexp':
          return new RegExp(node[1], node[2]);
        case 'error': {
          const error = new Error(node[2]);
          Object.defineProperty(error, 'name', { value: node[1], configurable: true, writable: true });
          Object.defineProperty(error, 'stack', { value: node[3], configurable: true, writable: true });
          return error;
        }
        case 'bytes': {
          const { buffer } = Uint8Array.from(atob(node[2]), (character) => character.charCodeAt(0));
          const View = views[node[1] as keyof typeof views] as (new (buffer: ArrayBuffer) => unknown) | undefined;
          return View === undefined ? buffer : new View(buffer);
        }
        case 'set':
          return new Set();
        case 'map':
          return new Map();
        case 'array':
          return Array.from({ length: node[1] });
        case 'object':
          return {};
      }
    }

    function fill(item: unknown, node: Node): void {
      if (node[0] === 'set') for (const index of node[1]) (item as Set<unknown>).add(get(index));
      if (node[0] === 'map') for (const [key, entry] of node[1]) (item as Map<unknown, unknown>).set(get(key), get(entry));
      const entries = node[0] === 'array' ? node[2] : node[0] === 'object' ? node[1] : [];
      for (const [key, index] of entries) {
        Object.defineProperty(item, key, { value: get(index), configurable: true, enumerable: true, writable: true });
      }
    }

    return get(0);
  }

  return { encode, decode };
}

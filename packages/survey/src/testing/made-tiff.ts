/** How a TIFF writes its numbers: `II` or `MM` (TIFF 6.0, 2), BigTIFF with offsets of 64 bits. */
export interface TiffForm {
  readonly little: boolean;
  readonly big: boolean;
}

/** A field of a directory: its values, or what it states of them, whether it is true or not. */
export type MadeField =
  | { readonly tag: number; readonly type: number; readonly values: readonly number[] }
  | { readonly tag: number; readonly type: number; readonly count: number; readonly value: number };

interface MadeDirectory {
  readonly at: number;
  readonly fields: readonly MadeField[];
  /** The number of entries that it states, where that is another than it has. */
  readonly count?: number;
  readonly next?: number;
}

export interface MadeTiff extends TiffForm {
  /** Bytes of the file. */
  readonly size: number;
  readonly directories: readonly MadeDirectory[];
  /** Where the values stand that do not fit into their entries, one list behind the other. */
  readonly values?: number;
  readonly first?: number;
}

const BYTES_OF_TYPE: Readonly<Record<number, 2 | 4 | 8>> = { 3: 2, 4: 4, 16: 8 };

/** Bytes of the counts of entries, of an entry, and of an offset. */
const sizesOf = (big: boolean): readonly [head: 2 | 8, entry: number, word: 4 | 8] =>
  big ? [8, 20, 8] : [2, 12, 4];

/** Bytes of a directory of this many entries. */
export function directoryBytes(entries: number, big: boolean): number {
  const [head, entry, word] = sizesOf(big);
  return head + entries * entry + word;
}

/** A TIFF whose bytes are all 1 where nothing else is written. */
export function madeTiff(made: MadeTiff): Uint8Array {
  const { little, big, size, directories, first = directories[0]?.at ?? 0 } = made;
  const bytes = new Uint8Array(Math.max(size, 16) + 200_000).fill(1);
  const view = new DataView(bytes.buffer);
  const put = (at: number, width: 2 | 4 | 8, value: number): void => {
    if (width === 2) view.setUint16(at, value, little);
    else if (width === 4) view.setUint32(at, value, little);
    else view.setBigUint64(at, BigInt(value), little);
  };
  const [head, entry, word] = sizesOf(big);
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  put(2, 2, big ? 43 : 42);
  if (big) put(4, 4, little ? 8 : 0x80000);
  put(big ? 8 : 4, word, first);
  let values = made.values ?? 512;
  for (const { at, fields, count = fields.length, next = 0 } of directories) {
    put(at, head, count);
    for (const [index, field] of fields.entries()) {
      const from = at + head + index * entry;
      const width = BYTES_OF_TYPE[field.type] ?? 2;
      put(from, 2, field.tag);
      put(from + 2, 2, field.type);
      put(from + 4, word, "values" in field ? field.values.length : field.count);
      if (!("values" in field)) {
        put(from + 4 + word, word, field.value);
        continue;
      }
      const inside = field.values.length * width <= word;
      if (!inside) put(from + 4 + word, word, values);
      for (const [place, value] of field.values.entries())
        put((inside ? from + 4 + word : values) + place * width, width, value);
      if (!inside) values += field.values.length * width;
    }
    put(at + head + fields.length * entry, word, next);
  }
  return bytes.slice(0, size);
}

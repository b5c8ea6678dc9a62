import { textDecoder } from "./code-page.ts";

const HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const FIELDS_END = 0x0d;
const DELETED = 0x2a;
const KEPT_NAME = 200;
/** Fields that may hold a feature's name, the likeliest first. */
const NAME_FIELDS = [
  /^name$/i,
  /^(?:line_?name|flight_?line?|line_?(?:id|no|num)?|label|strip)$/i,
  /name/i,
  /label|title/i,
];
/** Fields whose words may mark a cross-strip. */
const WORD_FIELDS = /name|type|desc|label|comment|remark|note|kind|class|title|strip|line/i;

/** What a .dbf tells of each feature. */
export interface FeatureWords {
  /** Rows that its header states. */
  readonly stated: number;
  /** Rows that it has whole. */
  readonly count: number;
  readonly nameOf: (index: number) => string;
  /** The words in which a cross-strip may be marked. */
  readonly wordsOf: (index: number) => string;
  /** Whether the row is deleted: OGR leaves its feature out. */
  readonly deleted: (index: number) => boolean;
}

interface Field {
  readonly name: string;
  readonly text: boolean;
  readonly from: number;
  readonly to: number;
}

/**
 * Reads names from a .dbf (dBASE III table file: header, 32 bytes a field, fixed rows). The name is
 * that of the likeliest field by its own name; without one, there are no names. Undefined where its
 * header is damaged.
 */
export function readFeatureWords(
  dbf: Uint8Array,
  cpg: Uint8Array | undefined,
): FeatureWords | undefined {
  if (dbf.length < HEADER_BYTES) return undefined;
  const view = new DataView(dbf.buffer, dbf.byteOffset, dbf.byteLength);
  const stated = view.getUint32(4, true);
  const start = view.getUint16(8, true);
  const width = view.getUint16(10, true);
  if (start <= HEADER_BYTES || width < 1 || start > dbf.length) return undefined;
  const count = Math.min(stated, Math.floor((dbf.length - start) / width));
  const decode = textDecoder(cpg, view.getUint8(29));
  const fields = fieldsOf(dbf, start, width, decode);
  const name = nameField(fields);
  const words = fields.filter((field) => field.text && WORD_FIELDS.test(field.name));
  const cell = (index: number, field: Field): string => {
    if (index >= count) return "";
    const row = start + index * width;
    return decode(dbf.subarray(row + field.from, row + field.to))
      .replaceAll("\0", " ")
      .trim();
  };
  return {
    stated,
    count,
    nameOf: (index) => (name === undefined ? "" : cell(index, name).slice(0, KEPT_NAME)),
    wordsOf: (index) => words.map((field) => cell(index, field)).join("\n"),
    deleted: (index) => dbf[start + index * width] === DELETED,
  };
}

/** Fields that lie within a row; the first byte of a row is its deletion flag. */
function fieldsOf(
  dbf: Uint8Array,
  start: number,
  width: number,
  decode: (bytes: Uint8Array) => string,
): readonly Field[] {
  const fields: Field[] = [];
  let from = 1;
  for (let at = HEADER_BYTES; at + FIELD_BYTES <= start; at += FIELD_BYTES) {
    if (dbf[at] === FIELDS_END) break;
    const label = dbf.subarray(at, at + 11);
    const end = label.indexOf(0);
    const to = from + (dbf[at + 16] ?? 0);
    if (to > width) break;
    const name = decode(end < 0 ? label : label.subarray(0, end)).trim();
    fields.push({ name, text: dbf[at + 11] === 0x43, from, to });
    from = to;
  }
  return fields;
}

function nameField(fields: readonly Field[]): Field | undefined {
  for (const pattern of NAME_FIELDS) {
    const found = fields.find((field) => pattern.test(field.name));
    if (found !== undefined) return found;
  }
  return undefined;
}

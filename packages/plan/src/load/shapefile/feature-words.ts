import { viewOf } from "@swath/survey/bytes";

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

/** Names and words of a .dbf for each feature. */
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
  const view = viewOf(dbf);
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

/** Encodings of dBASE language drivers (dBASE table header, byte 29), as far as browsers know them. */
const DRIVERS: Readonly<Record<number, string>> = {
  0x03: "windows-1252",
  0x08: "windows-1252",
  0x57: "windows-1252",
  0x58: "windows-1252",
  0x59: "windows-1252",
  0x26: "ibm866",
  0x65: "ibm866",
  0x7d: "windows-1255",
  0x7e: "windows-1256",
  0xc8: "windows-1250",
  0xc9: "windows-1251",
  0xca: "windows-1254",
  0xcb: "windows-1253",
  0xcc: "windows-1257",
  0x4d: "gbk",
  0x4e: "euc-kr",
  0x4f: "big5",
  0x50: "windows-874",
};

/**
 * The encoding that a .cpg names: `UTF-8`, `1252`, `ANSI 1252`, `ISO 88591`; undefined without one.
 */
function encodingOfCpg(cpg: Uint8Array): string | undefined {
  const label = new TextDecoder().decode(cpg.subarray(0, 100)).trim().toLowerCase();
  const number = /(\d{3,6})$/.exec(label)?.[1] ?? "";
  if (label === "" || label === "system") return undefined;
  if (/utf-?8/.test(label) || number === "65001") return "utf-8";
  if (/^(?:ansi|cp|windows|ms)?[\s-]*(?:125\d|874)$/.test(label)) return `windows-${number}`;
  const latin = /^(?:iso)?[\s_-]*8859[\s_-]*(\d{1,2})$/.exec(label)?.[1];
  return latin === undefined ? label : `iso-8859-${latin}`;
}

/**
 * Turns the bytes of a .dbf into text: by the .cpg, else by the language driver of the table, else
 * UTF-8 where the bytes are such, else Windows-1252. Half the files of the field name neither.
 */
function textDecoder(cpg: Uint8Array | undefined, driver: number): (bytes: Uint8Array) => string {
  const label = (cpg === undefined ? undefined : encodingOfCpg(cpg)) ?? DRIVERS[driver];
  const named = label === undefined ? undefined : decoderOf(label);
  if (named !== undefined) return (bytes) => named.decode(bytes);
  const [strict, latin] = [
    new TextDecoder("utf-8", { fatal: true }),
    new TextDecoder("windows-1252"),
  ];
  return (bytes) => {
    try {
      return strict.decode(bytes);
    } catch {
      return latin.decode(bytes);
    }
  };
}

function decoderOf(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

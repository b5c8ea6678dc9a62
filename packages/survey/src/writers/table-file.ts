/** A column of a table; widths are bytes of UTF-8. */
export interface Column<Row> {
  readonly name: string;
  readonly width: number;
  /** Of a column of numbers: the digits behind the point that its texts have. */
  readonly decimals?: number;
  readonly text: (row: Row) => string;
}

const HEADER_BYTES = 32;
const FIELD_BYTES = 32;
const DBASE_3 = 3;
const END_OF_FIELDS = 0x0d;
const END_OF_FILE = 0x1a;
const SPACE = 0x20;
/** Types of columns: `C` and `N`. */
const TEXT = 0x43;
const NUMBER = 0x4e;

/** A .dbf (dBASE III) in UTF-8; what is longer than its column ends with a whole character. */
export function tableFile<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Uint8Array {
  const width = columns.reduce((sum, column) => sum + column.width, 1);
  const start = HEADER_BYTES + columns.length * FIELD_BYTES + 1;
  const file = new Uint8Array(start + rows.length * width + 1).fill(SPACE, start);
  const view = new DataView(file.buffer);
  // The date of the last change: fixed, so that the same work makes the same bytes.
  file.set([DBASE_3, 80, 1, 1]);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, start, true);
  view.setUint16(10, width, true);
  let from = 1;
  for (const [index, { name, width: own, decimals, text }] of columns.entries()) {
    const at = HEADER_BYTES + index * FIELD_BYTES;
    file.set(new TextEncoder().encode(name.slice(0, 10)), at);
    file[at + 11] = decimals === undefined ? TEXT : NUMBER;
    file[at + 16] = own;
    file[at + 17] = decimals ?? 0;
    for (const [row, value] of rows.entries()) {
      const cell = decimals === undefined ? text(value) : text(value).padStart(own);
      file.set(cut(new TextEncoder().encode(cell), own), start + row * width + from);
    }
    from += own;
  }
  file[start - 1] = END_OF_FIELDS;
  file[file.length - 1] = END_OF_FILE;
  return file;
}

/** Bytes that go on a character of UTF-8 begin with the bits 10. */
const goesOn = (byte: number | undefined): boolean => ((byte ?? 0) & 0xc0) === 0x80;

function cut(bytes: Uint8Array, width: number): Uint8Array {
  let end = Math.min(bytes.length, width);
  while (end > 0 && end < bytes.length && goesOn(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
}

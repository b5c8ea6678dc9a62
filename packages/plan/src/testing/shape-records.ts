/** A record's content: any of the shapes that are read, with zeros for heights and measures. */
export function shapeContent(type: number, parts: readonly (readonly number[])[]): Uint8Array {
  const base = type % 10;
  const numbers = parts.flat();
  const points = numbers.length / 2;
  if (base === 1) return pointContent(type, numbers);
  const parted = base !== 8;
  const start = 36 + (parted ? 8 + parts.length * 4 : 4);
  // Z has heights and measures, M has measures: a range of 16 bytes and 8 bytes a point each.
  const more = (16 + points * 8) * (type > 20 ? 1 : type > 10 ? 2 : 0);
  const content = new Uint8Array(start + points * 16 + more);
  const view = new DataView(content.buffer);
  view.setInt32(0, type, true);
  if (parted) view.setInt32(36, parts.length, true);
  view.setInt32(parted ? 40 : 36, points, true);
  let point = 0;
  if (parted)
    for (const [part, path] of parts.entries()) {
      view.setInt32(44 + part * 4, point, true);
      point += path.length / 2;
    }
  for (const [at, number] of numbers.entries()) view.setFloat64(start + at * 8, number, true);
  return content;
}

function pointContent(type: number, numbers: readonly number[]): Uint8Array {
  const content = new Uint8Array(type === 11 ? 36 : type === 21 ? 28 : 20);
  const view = new DataView(content.buffer);
  view.setInt32(0, type, true);
  for (const [at, number] of numbers.entries()) view.setFloat64(4 + at * 8, number, true);
  return content;
}

export const NULL_SHAPE = new Uint8Array(4);

/** A .shp and its .shx of such records, one after another. */
export function shapeFiles(
  type: number,
  contents: readonly Uint8Array[],
): { readonly shp: Uint8Array<ArrayBuffer>; readonly shx: Uint8Array<ArrayBuffer> } {
  const bytes = contents.reduce((sum, content) => sum + 8 + content.length, 100);
  const [shp, shx] = [headed(bytes, type), headed(100 + contents.length * 8, type)];
  let at = 100;
  for (const [index, content] of contents.entries()) {
    const [record, entry] = [
      new DataView(shp.buffer, at),
      new DataView(shx.buffer, 100 + index * 8),
    ];
    record.setInt32(0, index + 1);
    record.setInt32(4, content.length / 2);
    entry.setInt32(0, at / 2);
    entry.setInt32(4, content.length / 2);
    shp.set(content, at + 8);
    at += 8 + content.length;
  }
  return { shp, shx };
}

function headed(bytes: number, type: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(bytes);
  const view = new DataView(file.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, bytes / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, type, true);
  return file;
}

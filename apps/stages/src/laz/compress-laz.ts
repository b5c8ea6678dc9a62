// Compresses a LAS file by liblaszip, in a process of its own: it is native code.
//   node compress-laz.ts FROM.las TO.laz POINTS
// Exits 0, 1 with a message on stderr, or 3 where liblaszip is not installed.
import { type LaszipLibrary, loadLaszip } from "./laszip-library.ts";

const NOT_INSTALLED = 3;
const [from = "", to = "", points = ""] = process.argv.slice(2);

function compress(laszip: LaszipLibrary): void {
  const [reader, writer] = [handleOf(laszip), handleOf(laszip)];
  const check = (handle: unknown, code: number): void => {
    if (code === 0) return;
    const message: unknown[] = [null];
    laszip.error(handle, message);
    throw new Error(String(message[0]));
  };
  check(reader, laszip.openReader(reader, from, [0]));
  const header: unknown[] = [null];
  const point: unknown[] = [null];
  check(reader, laszip.headerOf(reader, header));
  check(reader, laszip.pointOf(reader, point));
  check(writer, laszip.setHeader(writer, header[0]));
  check(writer, laszip.keepSoftware(writer, 1));
  check(writer, laszip.openWriter(writer, to, 1));
  for (let left = Number(points); left > 0; left -= 1) {
    check(reader, laszip.readPoint(reader));
    check(writer, laszip.setPoint(writer, point[0]));
    check(writer, laszip.writePoint(writer));
  }
  check(writer, laszip.closeWriter(writer));
  check(reader, laszip.closeReader(reader));
  for (const handle of [reader, writer]) laszip.destroy(handle);
}

function handleOf(laszip: LaszipLibrary): unknown {
  const handle: unknown[] = [null];
  if (laszip.create(handle) !== 0) throw new Error("liblaszip made no handle");
  return handle[0];
}

const laszip = await loadLaszip();
if (laszip === undefined) process.exitCode = NOT_INSTALLED;
else
  try {
    compress(laszip);
  } catch (fault) {
    process.stderr.write(fault instanceof Error ? fault.message : String(fault));
    process.exitCode = 1;
  }

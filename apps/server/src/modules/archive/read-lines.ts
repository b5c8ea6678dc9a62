import { ArchiveFault } from "./archive-fault.ts";

/** A key of 1,024 bytes that is escaped throughout, and its facts. */
const MAX_LINE_BYTES = 16_384;

/** The lines of a stream, each with its newline; throws {@link ArchiveFault} where one is too long. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const text: Buffer = Buffer.concat([rest, chunk]);
    let start = 0;
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, start)) {
      yield text.subarray(start, end + 1);
      start = end + 1;
    }
    rest = text.subarray(start);
    if (rest.length > MAX_LINE_BYTES) throw new ArchiveFault("a line of the manifest has no end");
  }
  if (rest.length > 0) yield rest;
}

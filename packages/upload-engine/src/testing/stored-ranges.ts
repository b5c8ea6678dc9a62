import type { PlannedObject } from "@swath/contract/uploads";
import type { FakeServer } from "./fake-server.ts";

/** Source bytes of a file. */
interface StoredRange {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

const RANGE = /^(?:z\()?(.+):(\d+)\+(\d+)\)?$/;

/** The source ranges that a landed object is made of, in its order. */
function storedRanges(content: string): StoredRange[] {
  return content.split("|").map((chunk) => {
    const found = RANGE.exec(chunk);
    if (found === null) throw new Error(`no range: ${chunk}`);
    return { path: found[1]!, offset: Number(found[2]), length: Number(found[3]) };
  });
}

/** What an object lacks or holds wrongly; undefined where every source byte is there once, in order. */
export function faultOf(server: FakeServer, { name, segments }: PlannedObject): string | undefined {
  const landed = server.landed.get(name);
  if (landed === undefined) return `${name} is missing`;
  const ranges = storedRanges(landed.content);
  for (const { file, offset, length } of segments) {
    const path = server.manifest!.files[file]!.fullPath;
    let at = offset;
    while (at < offset + length) {
      const range = ranges.shift();
      if (range?.path !== path || range.offset !== at) return `${name} differs at ${path}:${at}`;
      at += range.length;
    }
    if (at !== offset + length) return `${name} holds too much of ${path}`;
  }
  return ranges.length === 0 ? undefined : `${name} holds too much`;
}

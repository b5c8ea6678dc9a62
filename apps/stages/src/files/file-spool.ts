import { appendFile, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { PointSpool } from "@swath/pointcloud/copc";

/** Bytes of all parts that are held before they are written. */
const MOST_HELD = 67_108_864;

interface Part {
  /** Bytes in the part's file. */
  written: number;
  held: Uint8Array[];
  heldBytes: number;
}

/**
 * A spool in a folder, which is made when there is more than 64 MB, and removed with all that is in it by
 * {@link FileSpool.end}. No file is held open.
 */
export interface FileSpool extends PointSpool {
  end(): Promise<void>;
}

export function fileSpool(folder: string, mostHeld = MOST_HELD): FileSpool {
  const parts = new Map<string, Part>();
  let held = 0;
  const pathOf = (name: string): string => join(folder, name);

  async function write(): Promise<void> {
    await mkdir(folder, { recursive: true });
    for (const [name, part] of parts) {
      if (part.heldBytes === 0) continue;
      await appendFile(pathOf(name), Buffer.concat(part.held));
      part.written += part.heldBytes;
      part.held = [];
      part.heldBytes = 0;
    }
    held = 0;
  }

  return {
    async append(name, bytes) {
      const part = parts.get(name) ?? { written: 0, held: [], heldBytes: 0 };
      parts.set(name, part);
      part.held.push(bytes.slice());
      part.heldBytes += bytes.length;
      held += bytes.length;
      if (held > mostHeld) await write();
    },
    async read(name, start, end) {
      const part = parts.get(name);
      if (part === undefined) return new Uint8Array();
      if (part.written === 0) return joined(part).subarray(start, end);
      if (part.heldBytes > 0) await write();
      const bytes = new Uint8Array(Math.min(end, part.written) - start);
      await using file = await open(pathOf(name), "r");
      for (let done = 0; done < bytes.length;) {
        const { bytesRead } = await file.read(bytes, done, bytes.length - done, start + done);
        if (bytesRead === 0) throw new RangeError(`spooled part ${name} became shorter`);
        done += bytesRead;
      }
      return bytes;
    },
    async remove(name) {
      const part = parts.get(name);
      parts.delete(name);
      held -= part?.heldBytes ?? 0;
      if (part !== undefined && part.written > 0) await rm(pathOf(name));
    },
    async end() {
      parts.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A part's held bytes in one piece, kept so. */
function joined(part: Part): Uint8Array {
  const [first] = part.held;
  if (part.held.length === 1) return first!;
  const whole = new Uint8Array(part.heldBytes);
  let at = 0;
  for (const bytes of part.held) {
    whole.set(bytes, at);
    at += bytes.length;
  }
  part.held = [whole];
  return whole;
}

import type { ByteRange } from "../object-store/object-store.ts";

/**
 * The one range that a `Range` header requests of an object of this size. Undefined where the whole is
 * to be sent: no header, another unit, several ranges, or none that can be read (RFC 9110, 14.2).
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, length };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, length: end - start + 1 };
}

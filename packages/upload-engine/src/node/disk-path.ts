import { sep } from "node:path";

const SEPARATOR = Buffer.from(sep);

/** The path of a name in a folder. */
export const below = (folder: Buffer, name: Buffer): Buffer =>
  endsInSeparator(folder)
    ? Buffer.concat([folder, name])
    : Buffer.concat([folder, SEPARATOR, name]);

/** A root, such as `/` or `C:\`. */
const endsInSeparator = (path: Buffer): boolean => path.at(-1) === SEPARATOR[0];

/** Whether a path is that of a folder, or leads below it. */
export function isWithin(path: Buffer, folder: Buffer): boolean {
  if (!path.subarray(0, folder.length).equals(folder)) return false;
  return (
    path.length === folder.length || endsInSeparator(folder) || path[folder.length] === SEPARATOR[0]
  );
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A path or name as text; undefined where it is no UTF-8. */
export function utf8(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** For people: bytes that are not UTF-8 become replacement characters. */
export const shown = (bytes: Buffer): string => bytes.toString();

/** The last name of a path with the bytes that are no ASCII as `\xe9`. */
export function bytesOf(path: Buffer): string {
  const name = path.subarray(path.lastIndexOf(SEPARATOR) + 1);
  return Array.from(name, (byte) =>
    byte < 0x80 ? String.fromCodePoint(byte) : String.raw`\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
}

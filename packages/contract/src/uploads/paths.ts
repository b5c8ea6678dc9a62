import { z } from "zod";

/** Longest path of a file in a manifest and longest object key, in UTF-8 bytes. */
export const MAX_KEY_BYTES = 1024;

const encoder = new TextEncoder();

/** Why a key is none that Swath shows, or undefined: a store may hold keys that no file path is. */
export function keyFault(path: string): string | undefined {
  // A character takes at most 3 bytes: short paths need no count.
  if (path.length * 3 > MAX_KEY_BYTES && encoder.encode(path).length > MAX_KEY_BYTES)
    return `is longer than ${MAX_KEY_BYTES} bytes`;
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(path)) return "holds a control character";
  if (!path.isWellFormed()) return "is not well-formed Unicode";
  const relative = path.split("/").some((segment) => segment === "." || segment === "..");
  return relative ? "holds . or .." : undefined;
}

/** Why a path is invalid, or undefined where it is valid. */
export function pathFault(path: string): string | undefined {
  if (path === "") return "is empty";
  const fault = keyFault(path);
  if (fault !== undefined) return fault;
  if (path.includes("\\")) return "holds a backslash";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "is absolute";
  return path.split("/").includes("") ? "holds an empty segment" : undefined;
}

/** A relative path with `/` and without `..`, control characters, backslashes; at most 1,024 bytes. */
export const filePathSchema = z.string().check((context) => {
  const fault = pathFault(context.value);
  if (fault !== undefined)
    context.issues.push({ code: "custom", message: `the path ${fault}`, input: context.value });
});

/**
 * The one spelling by which paths are compared: Unicode's composed form, NFC. A Mac writes `ü` as two
 * code points, Windows as one; both name one file. See decision 20.
 */
export function pathKey(path: string): string {
  return path.normalize("NFC");
}

/**
 * Looks entries up by their paths in any spelling; among several that are one file, as only older data
 * holds, the one that is spelled alike comes first, then the last.
 */
export function byPathKey<T>(
  entries: Iterable<T>,
  pathOf: (entry: T) => string,
): (path: string) => T | undefined {
  const exact = new Map<string, T>();
  for (const entry of entries) exact.set(pathOf(entry), entry);
  const keyed = new Map<string, T>();
  for (const [path, entry] of exact) keyed.set(pathKey(path), entry);
  return (path) => exact.get(path) ?? keyed.get(pathKey(path));
}

/**
 * Paths that are one file in more than one spelling, each group written so that people can tell its
 * members apart: in a folder or name in which they differ, what is not ASCII is `\u{…}`.
 */
export function otherwiseSpelled(paths: Iterable<string>): string[][] {
  const groups = Map.groupBy(paths, pathKey).values();
  return Array.from(groups, (group) => [...new Set(group)])
    .filter((group) => group.length > 1)
    .map(spelledOut);
}

function spelledOut(group: readonly string[]): string[] {
  const parts = group.map((path) => path.split("/"));
  const isShared = (part: string, index: number): boolean =>
    parts.every((other) => other[index] === part);
  return parts.map((names) =>
    names.map((name, index) => (isShared(name, index) ? name : codePoints(name))).join("/"),
  );
}

const codePoints = (name: string): string =>
  name.replace(/[^ -~]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

/** Writes a path as one name, equal for every spelling: `/` becomes `@`, a real `@` or `%` is percent-encoded. */
export function flatName(path: string): string {
  return pathKey(path).replaceAll("%", "%25").replaceAll("@", "%40").replaceAll("/", "@");
}

/** The prefix of an upload's objects in the landing bucket: `{flightId}/{uploadId}/[update/]`. */
export function landingPrefix(upload: {
  flightId: string;
  uploadId: string;
  isUpdate: boolean;
}): string {
  return `${upload.flightId}/${upload.uploadId}/${upload.isUpdate ? "update/" : ""}`;
}

/** The prefix of an upload's rebuilt files in their destination bucket. */
export function destinationPrefix(upload: { flightId: string; uploadType: string }): string {
  return `${upload.flightId}/${upload.uploadType}/`;
}

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

/** Writes a path as one name: `/` becomes `@`, a real `@` or `%` is percent-encoded. */
export function flatName(path: string): string {
  return path.replaceAll("%", "%25").replaceAll("@", "%40").replaceAll("/", "@");
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

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { Readable } from "node:stream";
import type { ReadyUpload } from "./api.ts";
import { ROOT } from "./swath.ts";

/** Writes a folder for an upload with the project's own generator; returns the folder to choose. */
export function sampleFolder(upload: ReadyUpload, into: string, ...options: string[]): string {
  const { flightId, wheels, uploadType, sensorName } = upload;
  const flown =
    wheels === undefined ? [] : ["--wheels-up", wheels.up, "--wheels-down", wheels.down];
  const what = [flightId, into, "--type", uploadType, "--sensor", sensorName, ...flown, ...options];
  execFileSync(process.execPath, ["tools/run.mjs", "tools/sample/sample-command.ts", ...what], {
    cwd: ROOT,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [folder] = readdirSync(into);
  if (folder === undefined) throw new Error("the generator wrote nothing");
  return join(into, folder);
}

export async function sha256(stream: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of stream) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}

/** Every file below a folder, as paths on the disk; links are no files, and lead nowhere. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}

/** SHA-256 of every file below a folder, by its path from the folder's parent on, with `/`, in NFC. */
export async function folderHashes(folder: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const path of filesBelow(folder)) {
    const key = relative(join(folder, ".."), path).split(sep).join("/").normalize("NFC");
    hashes.set(key, await sha256(createReadStream(path)));
  }
  return hashes;
}

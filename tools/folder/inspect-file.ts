// Prints what is known of files, one JSON object a line.
//   npm run -s inspect -- FILE…
import { resolve } from "node:path";
import { plainLine } from "@swath/contract/plain-line";
import { type FileMetadata, readFileMetadata } from "@swath/survey";
import { diskFile } from "@swath/upload-engine/node";

/** The metadata of a file; where it cannot be opened, the system's code, such as ENOENT. */
async function metadataOf(path: string): Promise<FileMetadata | object> {
  try {
    const file = resolve(process.env["INIT_CWD"] ?? process.cwd(), path);
    return await readFileMetadata(await diskFile(file, path));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unreadable";
    return { path, kind: "unknown", error: code };
  }
}

/**
 * A line of JSON of a file. JSON leaves C1 controls as they are; as escapes they mean the same.
 */
export const inspectFile = async (path: string): Promise<string> =>
  plainLine(JSON.stringify(await metadataOf(path)));

if (import.meta.main) {
  const files = process.argv.slice(2);
  if (files.length === 0) {
    console.error("Say which files: npm run -s inspect -- FILE…");
    process.exitCode = 1;
  }
  // An unreadable file is reported on its line; it does not fail the command.
  for (const file of files) console.log(await inspectFile(file));
}

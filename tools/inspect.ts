import { resolve } from "node:path";
import { readFileMetadata, type FileMetadata } from "@swath/survey";
import { plainLine } from "@swath/contract/plain-line";
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

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error(
    "Prints what is known of files, one JSON object a line.\n\n  npm run -s inspect -- FILE...",
  );
  process.exitCode = 1;
}
// An unreadable file is reported on its line; it does not fail the command.
// JSON leaves C1 controls as they are; as escapes they mean the same.
for (const file of files) console.log(plainLine(JSON.stringify(await metadataOf(file))));

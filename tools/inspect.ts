import { resolve } from "node:path";
import { inspectFile, type Inspection } from "@swath/survey";
import { diskSource } from "./folder/disk-source.ts";

/** What is known of a file; what cannot be opened is told by the system's code, such as ENOENT. */
async function inspected(path: string): Promise<Inspection | object> {
  try {
    const file = resolve(process.env["INIT_CWD"] ?? process.cwd(), path);
    return await inspectFile(await diskSource(file, path));
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
// Each line speaks for its file: a file with an error is no failure of the command.
for (const file of files) console.log(JSON.stringify(await inspected(file)));

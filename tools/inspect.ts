import { resolve } from "node:path";
import { inspectFile } from "@swath/survey/inspect-file";
import { diskSource } from "./folder/disk-source.ts";

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error(
    "Prints what is known of files, one JSON object a line.\n\n  npm run -s inspect -- FILE...",
  );
  process.exitCode = 1;
}
for (const file of files) {
  try {
    const source = await diskSource(resolve(process.env["INIT_CWD"] ?? process.cwd(), file), file);
    console.log(JSON.stringify(await inspectFile(source)));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "unreadable";
    console.log(JSON.stringify({ path: file, kind: "unknown", error: code }));
    process.exitCode = 1;
  }
}

// Prints what is known of files, one JSON object a line.
//   npm run -s inspect -- FILE…
import { inspectFile } from "./folder/inspect-file.ts";

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error("Say which files: npm run -s inspect -- FILE…");
  process.exitCode = 1;
}
// An unreadable file is reported on its line; it does not fail the command.
for (const file of files) console.log(await inspectFile(file));

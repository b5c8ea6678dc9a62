// Writes docs/user-guide.md as a PDF, by default where the pages serve it.
//   npm run user-guide -- [FILE]
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { writeGuide } from "./user-guide/write-guide.ts";

const root = resolve(import.meta.dirname, "..");
const [given] = process.argv.slice(2);
const target =
  given === undefined
    ? resolve(root, "apps/web/public/user-guide.pdf")
    : resolve(process.env["INIT_CWD"] ?? process.cwd(), given);
const { version } = JSON.parse(await readFile(resolve(root, "package.json"), "utf8")) as {
  version: string;
};
await writeGuide({
  source: resolve(root, "docs/user-guide.md"),
  target,
  release: version,
  written: new Date(),
});

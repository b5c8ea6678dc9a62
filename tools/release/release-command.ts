// Builds a release of the present commit into dist/release, without a network or a daemon.
//   npm run release -- [--out FOLDER] [--without tarball|deb|image] [--allow-changes]
//   npm run release -- --base [--renew]   fetches what the image is based on, once, from Debian
// SWATH_RELEASE_KEY names the file of the Ed25519 key by which the sums are signed.
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { fetchBase, renewBase } from "./base-lock.ts";
import { buildRelease, PARTS } from "./build-release.ts";
import { readSource, ReleaseProblem } from "./release-source.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MEGABYTE = 1e6;

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      base: { type: "boolean", default: false },
      renew: { type: "boolean", default: false },
      out: { type: "string", default: join(ROOT, "dist/release") },
      of: { type: "string", default: ROOT },
      without: { type: "string", multiple: true, default: [] },
      "allow-changes": { type: "boolean", default: false },
    },
  });
  const unknown = values.without.find((part) => !(PARTS as readonly string[]).includes(part));
  if (unknown !== undefined)
    throw new ReleaseProblem(`--without ${unknown}: it must be one of ${PARTS.join(", ")}.`);
  return values;
}

const print = (line: string): void => console.error(line);

async function run(args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  if (options.renew) renewBase(ROOT);
  if (options.base) return fetchBase(ROOT, print);
  const here = process.env["INIT_CWD"] ?? process.cwd();
  const source = readSource(resolve(here, options.of), { allowChanges: options["allow-changes"] });
  const written = await buildRelease({
    source,
    target: resolve(here, options.out),
    parts: PARTS.filter((part) => !options.without.includes(part)),
    keyPath: process.env["SWATH_RELEASE_KEY"] || undefined,
    print,
  });
  for (const path of written)
    console.log(`${(statSync(path).size / MEGABYTE).toFixed(1).padStart(7)} MB  ${path}`);
  if (!written.some((path) => path.endsWith(".sig")))
    console.log("Not signed: SWATH_RELEASE_KEY names the file of the key.");
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ReleaseProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

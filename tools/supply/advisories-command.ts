import { readFileSync, readdirSync, statSync } from "node:fs";
import { resolve, join } from "node:path";
import { parseArgs } from "node:util";
import { plainLine } from "@swath/contract/plain-line";
import { strFromU8, unzipSync } from "fflate";
import { z } from "zod";
import { asksForHelp } from "../help.mjs";
import {
  findAffected,
  lockedPackages,
  newestOf,
  type Finding,
  advisorySchema,
  type Advisory,
} from "./advisories.ts";

const listSchema = z.union([
  z.array(z.unknown()),
  z.object({ vulns: z.array(z.unknown()) }).transform(({ vulns }) => vulns),
]);

/** Reads advisories from a zip of OSV's, a folder of them, or one JSON file (a list, or one advisory). */
function readAdvisories(path: string): Advisory[] {
  const texts = textsOf(path);
  return texts.flatMap((text) => {
    const json: unknown = JSON.parse(text);
    const list = listSchema.safeParse(json);
    return (list.success ? list.data : [json]).map((one) => advisorySchema.parse(one));
  });
}

/** The others of a zip are malicious packages, by the hundred thousand, which no lock file of ours names. */
const isAdvisory = ({ name }: { name: string }): boolean => /(^|\/)GHSA-[^/]+\.json$/.test(name);

function textsOf(path: string): string[] {
  if (statSync(path).isDirectory())
    return readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".json"))
      .map((name) => readFileSync(join(path, name), "utf8"));
  if (!path.endsWith(".zip")) return [readFileSync(path, "utf8")];
  const files = unzipSync(readFileSync(path), { filter: isAdvisory });
  return Object.values(files).map((bytes) => strFromU8(bytes));
}

const USAGE = `Compares the locked versions with a file of advisories, without a network.

  npm run -s advisories -- FILE [--lock package-lock.json] [--max-age DAYS]

FILE holds advisories in the OSV format: a zip of them (osv.dev offers npm/all.zip), a folder, or JSON.
Exits 0 (none concerns us), 1 (some do), 2 (the file is older than --max-age, 30 days by default),
3 (not compared).`;
const DAY_MS = 86_400_000;

const line = ({ advisory, package: { name, version, dev }, fixed }: Finding): string =>
  plainLine(
    [
      advisory.id,
      (advisory.database_specific?.severity ?? "unrated").toLowerCase(),
      `${name} ${version}${dev ? " (development only)" : ""}`,
      fixed.length === 0 ? "not fixed" : `fixed in ${fixed.join(", ")}`,
      advisory.summary,
    ].join("  "),
  );

const here = (path: string): string => resolve(process.env["INIT_CWD"] ?? ".", path);

function compare(args: readonly string[], now: number) {
  const text = { type: "string" } as const;
  const options = { lock: text, "max-age": text };
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [file, ...more] = positionals;
  const most = Number(values["max-age"] ?? 30);
  if (file === undefined || more.length > 0 || !(most >= 0)) return { status: 3, lines: [USAGE] };
  const lock = values.lock === undefined ? "package-lock.json" : here(values.lock);
  const packages = lockedPackages(JSON.parse(readFileSync(lock, "utf8")));
  const advisories = readAdvisories(here(file));
  const newest = newestOf(advisories);
  if (newest === undefined) return { status: 3, lines: [`${file} holds no advisory`] };
  const findings = findAffected(advisories, packages);
  const age = Math.floor((now - newest) / DAY_MS);
  const stale = age > most;
  const lines = [
    ...findings.map(line),
    `${packages.length} packages, ${advisories.length} advisories, ${findings.length} findings. ` +
      `The newest advisory is ${age} days old (${new Date(newest).toISOString().slice(0, 10)})` +
      (stale ? `: more than ${most} days, get a newer file.` : "."),
  ];
  return { status: findings.length > 0 ? 1 : stale ? 2 : 0, lines };
}

/** Runs `advisories` with its arguments; never throws. */
export function advisoriesCommand(args: readonly string[], now: number) {
  if (asksForHelp(args)) return { status: 0, lines: [USAGE] };
  try {
    return compare(args, now);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { status: 3, lines: [plainLine(`Not compared: ${reason}`)] };
  }
}

if (import.meta.main) {
  const { status, lines } = advisoriesCommand(process.argv.slice(2), Date.now());
  for (const each of lines) console.log(each);
  process.exitCode = status;
}

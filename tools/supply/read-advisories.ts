import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { z } from "zod";
import { advisorySchema, type Advisory } from "./advisories.ts";

const listSchema = z.union([
  z.array(z.unknown()),
  z.object({ vulns: z.array(z.unknown()) }).transform(({ vulns }) => vulns),
]);

/** Reads advisories from a zip of OSV's, a folder of them, or one JSON file (a list, or one advisory). */
export function readAdvisories(path: string): Advisory[] {
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

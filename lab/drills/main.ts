// Drills of an administrator: data folders copied, moved, backed up, restored, mixed up; a rolling upgrade.
//   npm run drills -- [WORD …] [--of CHECKOUT]
//   npm run drills -- places [--node PROGRAM]   npm start in odd places, with this Node (from 20)
//   npm run drills -- package [--last FILE --next FILE]   the Debian package in a fresh Debian 12
// Those with one of these words in their names; of another checkout's programs, to see what they did
// before. A line for each drill, and one of figures. Exit code 0 where all found what they should.
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { removeFolder, temporaryFolder } from "../../e2e/swath.ts";
import { BACKUP_DRILLS } from "./backup/backup-drills.ts";
import type { Drill, Finding, Ground } from "./drill-steps.ts";
import { FOLDER_DRILLS } from "./folder-drills.ts";
import { Installation } from "./installation.ts";
import { OUTSIDE_DRILLS } from "./outside-drills.ts";
import { rollingUpgrade } from "./rolling-upgrade.ts";
import { placesDrill } from "./places/places-drill.ts";
import { packageDrill } from "./package/package-drill.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    of: { type: "string", default: "." },
    last: { type: "string" },
    next: { type: "string" },
    node: { type: "string", default: process.execPath },
  },
});
if (positionals[0] === "places") {
  const { line, isRight } = await placesDrill(values.node, (each) => console.log(each));
  console.log(line);
  process.exit(isRight ? 0 : 1);
}
if (positionals[0] === "package") {
  const { last, next } = values;
  const given = { ...(last !== undefined && { last }), ...(next !== undefined && { next }) };
  console.log(await packageDrill(given, (line) => console.log(line)));
  process.exit(0);
}
const isRoot = process.getuid?.() === 0;
/** Of nobody's: what starts as this user has no rights of another. */
const USER = { uid: 48_213, gid: 48_213 };

const top = temporaryFolder("drills");
const web = join(top, "web");
mkdirSync(web);
chmodSync(web, 0o777);
writeFileSync(join(web, "index.html"), "<!doctype html><title>Swath</title>");

/** What a first start leaves, stopped. */
async function firstStart(name: string) {
  const place = join(top, name);
  mkdirSync(place);
  chmodSync(place, 0o711);
  const made = new Installation(join(place, "data"), { checkout: resolve(values.of), web });
  const output = await made.start();
  if (output !== undefined) throw new Error(`no first start:\n${output}`);
  const records = await made.records();
  await made.stop();
  return { made, records };
}

type Made = Awaited<ReturnType<typeof firstStart>>;

async function tryDrill(drill: Drill, number: number, made: readonly Made[]): Promise<Finding> {
  const place = join(top, `drill-${number}`);
  mkdirSync(place);
  chmodSync(place, 0o711);
  const [first, second] = made;
  const original = first!.made.on(join(place, "data"));
  spawnSync("cp", ["-a", first!.made.data, original.data]);
  adaptFormerNote(first!.made, original);
  const user = isRoot ? USER : undefined;
  const ground: Ground = {
    place,
    original,
    records: first!.records,
    another: second!.made.data,
    user,
  };
  try {
    return await drill.run(ground);
  } catch (error) {
    return { saw: `the drill ended: ${String(error).split("\n")[0]}`, isRight: false };
  } finally {
    await original.stop();
    removeFolder(place);
  }
}

/** The drills begin with copies; releases whose notes hold paths need them to be right first. */
function adaptFormerNote(first: Installation, original: Installation): void {
  const note = first.note ?? "";
  if (!note.includes(first.data)) return;
  writeFileSync(join(original.data, "postgres.json"), note.replaceAll(first.data, original.data));
}

const chosen = [...FOLDER_DRILLS, ...OUTSIDE_DRILLS, ...BACKUP_DRILLS].filter(
  ({ name, needsRoot }) =>
    (positionals.length === 0 || positionals.some((word) => name.includes(word))) &&
    (isRoot || needsRoot !== true),
);
const others = [
  { name: "upgrade: the next release while people upload", run: rollingUpgrade },
].filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));
let right = 0;
const report = (name: string, { saw, isRight }: Finding): void => {
  if (isRight) right += 1;
  console.log(`${isRight ? "right" : "WRONG"}  ${name}: ${saw}`);
};
try {
  const made = chosen.length === 0 ? [] : [await firstStart("first"), await firstStart("second")];
  for (const [number, drill] of chosen.entries()) {
    report(drill.name, await tryDrill(drill, number, made));
  }
  for (const { name, run } of others) {
    const place = join(top, "other");
    mkdirSync(place);
    chmodSync(place, 0o711);
    report(name, await run(place));
    removeFolder(place);
  }
} finally {
  removeFolder(top);
}
const tried = chosen.length + others.length;
console.log(`${tried} drills, ${right} as they should be, ${tried - right} wrong.`);
process.exit(right === tried ? 0 : 1);

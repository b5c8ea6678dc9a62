import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stageFileSchema, measuresSchema } from "@swath/contract/processing";
import { runWords } from "./apps/stages/src/testing/call-program.ts";
import { writeRecords } from "./apps/stages/src/testing/records.ts";
import { joinMeasures } from "./apps/server/src/modules/runs/finish/join-measures.ts";
import { missedBounds } from "./apps/server/src/modules/runs/finish/missed-bounds.ts";
const folder = process.argv[2]!;
const out = join(folder, "run");
const d = (n: string) => { const p = join(out, n); mkdirSync(p, { recursive: true }); return p; };
const lidar = join(folder, "FL000101_045");
const cal = JSON.parse(readFileSync(join(folder, "FL000101_calibration/calibration.json"), "utf8"));
const records = d("records");
await writeRecords(records, { epsg: 32750, wheelsUp: "2026-06-30T01:00:00Z" }, cal);
const rec = { "input.calibration": records, "input.processing": records };
const stageOf = (name: string) => stageFileSchema.parse(JSON.parse(readFileSync(`apps/stages/templates/${name}.stage.json`, "utf8")));
const read = (o: string) => { try { return measuresSchema.parse(JSON.parse(readFileSync(join(o, "measures.json"), "utf8"))); } catch { return []; } };
async function run(name: string, tasks: [string, Record<string, string>][], place: string, more: Record<string,string> = {}) {
  const stage = stageOf(name); const t = Date.now();
  const params = Object.fromEntries(Object.entries(stage.params).map(([n, p]) => [`param.${n}`, String(p.default)]));
  const call = async (words: readonly string[], values: Record<string, string>) => { const all: Record<string,string> = { ...rec, ...params, ...more, ...values }; const r = await runWords(words.slice(2).map((w) => w.replaceAll(/\{([^{}]*)\}/g, (_, n: string) => all[n] ?? ""))); if (r.code) console.log(name, JSON.stringify(r)); };
  const ms = [];
  for (const [task, v] of tasks) { const o = d(place); await call(stage.command, { task, out: o, ...v }); ms.push(read(o)); }
  let collected; if (stage.collect) { const o = d(place); writeFileSync(join(o, "measures.json"), "[]"); await call(stage.collect, { "input.tasks": o, out: o }); collected = read(o); }
  const m = joinMeasures(ms, collected, stage.joins);
  console.log(name, tasks.length, "tasks", Date.now() - t, "ms");
  for (const x of m) console.log("   ", x.name, x.tasks ? JSON.stringify(x.tasks) : x.value, x.unit);
  console.log("    missed:", JSON.stringify(missedBounds(stage, m)));
}
await run("GPS", [["gps", { "input.lidar": lidar }]], "gps");
const trajectory = { "input.trajectory": join(out, "gps") };
await run("LMS", readdirSync(join(lidar, "FL000101_01")).filter((n) => n.endsWith(".range")).map((f) => [f, { ...trajectory, input: join(lidar, "FL000101_01", f) }]), "lms");
const lines = { "input.lines": join(out, "lms"), "input.scans": join(out, "lms"), "input.plan": lidar, "input.control": lidar };
await run("PI1_MineIP1", [["pi1", { ...trajectory, ...lines }]], "pi1");
await run("ICP1_MineIP1", [["icp1", { ...lines, "input.index": join(out, "pi1") }]], "icp1");
const list = (p: string) => JSON.parse(readFileSync(p, "utf8")) as { name: string }[];
await run("ICP2_MineIP1", list(join(out, "icp1/files.json")).map(({ name }) => [name, {}]), "icp2", { ...lines, "input.index": join(out, "pi1"), "input.files": join(out, "icp1"), "input.shifts": join(out, "icp1") });
const points = { "input.points": join(out, "icp2") };
await run("MiningAI3", readdirSync(join(out, "icp2")).filter((n) => /la[sz]$/.test(n)).map((n) => [n, { input: join(out, "icp2", n) }]), "ai", points);
await run("DEM1", list(join(out, "ai/tiles.json")).map(({ name }) => [name, {}]), "dem", { "input.points": join(out, "ai"), "input.tiles": join(out, "ai"), "input.index": join(out, "icp2") });
await run("QA1", [["qa", {}]], "qa", { ...points, "input.index": join(out, "icp2"), "input.strips": join(out, "icp2"), "input.terrain": join(out, "dem"), "input.plan": lidar });

import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { demonstrationCatalogue } from "../../apps/server/src/demonstration/demonstration-catalogue.ts";
import { sampleCommand } from "../sample/sample-command.ts";
import { checkCommand } from "./check-command.ts";
import { inspectFile } from "./inspect-file.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const place = mkdtempSync(join(tmpdir(), "swath-commands-"));
const catalogue = join(place, "catalogue.json");

interface Answer {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const FILES = {
  "check-folder": "folder/check-command.ts",
  inspect: "folder/inspect-file.ts",
  sample: "sample/sample-command.ts",
} as const;

function run(command: keyof typeof FILES, ...words: readonly string[]): Answer {
  const options = {
    cwd: ROOT,
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: place },
  } as const;
  return spawnSync(process.execPath, [`tools/${FILES[command]}`, ...words], options);
}

/** Writes a LiDAR sample of the demonstration's first flight; returns its folder. */
async function sample(name: string, ...words: readonly string[]): Promise<string> {
  const known = ["--catalogue", "catalogue.json", ...words];
  const { output, failure } = await sampleCommand(["FL000101", name, "--no-big", ...known]);
  expect(failure).toBeUndefined();
  return output.at(-1) ?? "";
}

beforeAll(() => {
  vi.stubEnv("INIT_CWD", place);
  writeFileSync(catalogue, JSON.stringify(demonstrationCatalogue()));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(place, { recursive: true });
});

test.each([
  ["valid", 0, []],
  ["warnings", 1, ["--fault", "no-cross-strips"]],
  ["blocked", 2, ["--fault", "gps-gap"]],
  ["blocked", 2, ["--fault", "base-folder"]],
] as const)("a folder that is %s ends the check with %i", async (state, status, fault) => {
  const folder = await sample(`sample ${fault.at(-1) ?? "valid"}`, ...fault);
  const words = [folder, "--catalogue", catalogue, "--type", "LiDAR", "--json"];
  const result = await checkCommand(words);
  expect(result).toEqual({ status, output: expect.any(String) });
  expect(JSON.parse(result.output ?? "")).toMatchObject({ flightId: "FL000101", state });
});

test("the printed report names the broken rule and its files", async () => {
  const folder = join(place, "FL000101_045");
  mkdirSync(folder);
  writeFileSync(join(folder, "notes.xyz"), "x");
  const words = [folder, "--catalogue", catalogue, "--type", "LiDAR"];
  const { status, output } = await checkCommand(words);
  expect(status).toBe(2);
  expect(output).toContain("[ FAIL ] A minimum of at least one flight plan (*.kmz) is required");
  expect(output).toContain("FL000101_045/notes.xyz");
});

test("links that lead out are named, or followed and listed, in print, in JSON and on the page", async () => {
  const folder = await sample("links");
  const [part, elsewhere] = [join(folder, "FL000101_02"), join(place, "elsewhere")];
  renameSync(part, elsewhere);
  symlinkSync(elsewhere, part);
  writeFileSync(join(folder, "FL000101_01", "._FL000101_01_0001.range"), "x");
  writeFileSync(join(folder, "FL000101_01", "FL000101_01.tmp.range"), "x");
  const page = join(place, "report.html");
  const words = ["--catalogue", catalogue, "--type", "LiDAR", "--companions", "*.tmp.*"];
  const named = `FL000101_045/FL000101_02 → ${elsewhere} (leads out of the folder)`;
  const printed = await checkCommand([folder, ...words, "--html", page]);
  expect(printed.status).toBe(1);
  expect(printed.output).toContain(named);
  expect(printed.output).toContain("2 companion files of operating systems and programs");
  expect(readFileSync(page, "utf8")).toContain(named);
  const json = await checkCommand([folder, ...words, "--json"]);
  expect(JSON.parse(json.output ?? "")).toMatchObject({
    reading: {
      leftOut: [{ path: "FL000101_045/FL000101_02", reason: "link", target: elsewhere }],
      companions: 2,
    },
  });
  const followed = await checkCommand([folder, ...words, "--follow-links"]);
  expect(followed.status).toBe(0);
  expect(followed.output).toContain(`             FL000101_045/FL000101_02 → ${elsewhere}\n`);
  const { status, error } = await checkCommand([folder, ...words.slice(0, -1), "*.range"]);
  expect({ status, error }).toEqual({
    status: 3,
    error: expect.stringContaining("would leave flight data out"),
  });
});

test("names that would act on the terminal are printed as escapes", async () => {
  const folder = join(place, "FL000102_045");
  mkdirSync(folder);
  writeFileSync(join(folder, "\u001b]0;owned\u0007.xyz"), "x");
  writeFileSync(join(folder, "a\n[ none ] no fault.xyz"), "x");
  const words = ["--flight", "FL000101", "--catalogue", catalogue, "--type", "LiDAR"];
  const { output = "" } = await checkCommand([folder, ...words]);
  expect(output).toContain("\\u001b]0;owned\\u0007.xyz");
  expect(output).not.toMatch(/^\[ none \] no fault/m);
  const { error = "" } = await checkCommand([`${folder}\u001b[2J`, ...words]);
  expect(error).toContain("\\u001b[2J");
  const inspected = await inspectFile("\u009b2J.las");
  expect(inspected).toContain("\\u009b2J.las");
  for (const text of [output, error, inspected])
    expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});

const made = async (...words: string[]) =>
  (await sampleCommand(["FL000101", ...words, "--no-big"])).output.at(-1) ?? "";

test("a sample is flown before the day that is named, or that the data folder notes", async () => {
  const day = "2031-02-03";
  writeFileSync(join(place, "of-that-day.json"), JSON.stringify(demonstrationCatalogue({ day })));
  writeFileSync(join(place, "demonstration-day.txt"), `${day}\n`);
  const state = async (folder: string, known: string) => {
    const words = [folder, "--catalogue", join(place, known), "--type", "LiDAR", "--json"];
    const { output } = await checkCommand(words);
    return (JSON.parse(output ?? "") as { state: string }).state;
  };
  const named = await made("named", "--day", day);
  vi.stubEnv("SWATH_DATA", place);
  const noted = await made("noted");
  for (const folder of [named, noted]) {
    expect(await state(folder, "of-that-day.json")).toBe("valid");
    expect(await state(folder, "catalogue.json")).toBe("warnings");
  }
  expect(await sampleCommand(["FL000101", "x", "--day", "tomorrow"])).toMatchObject({
    failure: "tomorrow is no day, such as 2026-06-30",
  });
});

test.each([
  ["no words", []],
  ["a missing catalogue", [".", "--catalogue", "nowhere.json", "--type", "LiDAR"]],
  ["a catalogue that is no JSON", [".", "--catalogue", "broken.json", "--type", "LiDAR"]],
  ["a catalogue of something else", [".", "--catalogue", "other.json", "--type", "LiDAR"]],
  ["an unknown type", ["FL000101_045", "--catalogue", "catalogue.json", "--type", "Radar"]],
  ["an unknown flight", ["FL999999_045", "--catalogue", "catalogue.json", "--type", "LiDAR"]],
  ["no flight in the name", ["survey", "--catalogue", "catalogue.json", "--type", "LiDAR"]],
  ["a missing folder", ["FL000101_046", "--catalogue", "catalogue.json", "--type", "LiDAR"]],
  ["an unknown option", ["--colour", "blue"]],
])("with %s nothing is checked, and a line says why", async (_, words) => {
  writeFileSync(join(place, "broken.json"), "{");
  writeFileSync(join(place, "other.json"), "[]");
  const result = await checkCommand(words);
  expect(result).toEqual({ status: 3, error: expect.any(String) });
  expect(result.error).not.toMatch(/^\s+at /m);
  if (words.length > 0) expect(result.error?.split("\n")).toHaveLength(1);
});

test("a failed check prints its reason as an error and nothing else", () => {
  const { status, stdout, stderr } = run("check-folder", "survey", "--catalogue", catalogue);
  expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
  expect(stderr).toMatch(/^The type \(none\) is none of [^\n]+\n$/);
});

test("a sample that fails says why and ends with 1; what is inspected is printed", () => {
  const { status, stdout, stderr } = run("sample", "FL000101", "none", "--fault", "unknown");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain("No fault unknown");
  expect(run("inspect", "nowhere.las").stdout).toContain('"error":"ENOENT"');
});

test("inspect prints a line of JSON for each file, of any kind", async () => {
  mkdirSync(join(place, "folder.las"));
  writeFileSync(join(place, "empty.KML"), "");
  writeFileSync(join(place, "plan.kmz"), "no zip");
  for (const name of ["huge.000", "huge.log", "huge.range", "huge.kmz", "huge.laz"]) {
    writeFileSync(join(place, name), "");
    truncateSync(join(place, name), 10_000_000_000);
  }
  const files = [
    ["folder.las", "notAFile"],
    ["nowhere.laz", "ENOENT"],
    ["empty.KML", "empty"],
    ["plan.kmz", "notAZip"],
    ["huge.000", "noRecords"],
    ["huge.range", "noSerial"],
    ["huge.kmz", "notAZip"],
    ["huge.laz", "wrongSignature"],
    ["huge.log", undefined],
  ] as const;
  const lines = await Promise.all(files.map(([name]) => inspectFile(name)));
  const answers = lines.map((line) => JSON.parse(line) as { path: string; error?: string });
  expect(answers.map(({ path, error }) => [path, error])).toEqual(files);
});

test("a fault that the flight cannot have ends with the reason, and writes nothing", async () => {
  const laz = demonstrationCatalogue().flights.filter(({ Sensors }) =>
    Sensors.some(({ Sensor }) => /terrain mapper/i.test(Sensor ?? "")),
  );
  const rgbn = new Set(
    demonstrationCatalogue()
      .projects.filter(({ ProcessingTemplate }) => ProcessingTemplate?.includes("RGBN"))
      .map(({ ProjectID }) => ProjectID),
  );
  const plain = laz.find(({ Sensors }) =>
    Sensors.every(({ ProjectID }) => !rgbn.has(ProjectID ?? "")),
  );
  const flightId = plain?.FlightID ?? "";
  const words = ["--type", "TerrainMapperLAZ", "--no-big", "--fault"];
  const answer = await sampleCommand([flightId, "no-rgbn", ...words, "laz-rgbn"]);
  expect(answer.output).toEqual([]);
  expect(answer.failure).toContain(
    `laz-rgbn takes a flight with a project whose processing template wants RGBN: ${flightId} has none`,
  );
  expect(existsSync(join(place, "no-rgbn"))).toBe(false);
  const plainWords = [flightId, "copied-from", "--type", "TerrainMapperLAZ", "--no-big"];
  const { output } = await sampleCommand(plainWords);
  const from = join(output.at(-1) ?? "", "LAZ");
  rmSync(join(from, readdirSync(from).find((name) => name.endsWith("_0002.laz")) ?? ""));
  const { failure } = await sampleCommand([
    flightId,
    "copied",
    ...words,
    "laz-header",
    "--laz-from",
    from,
  ]);
  expect(failure).toContain("laz-header would change nothing in this folder");
  expect(existsSync(join(place, "copied"))).toBe(false);
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Flight } from "@swath/contract/flights";
import type { AcceptedFile, FolderReport } from "@swath/survey";
import { readFolder } from "@swath/upload-engine/node";
import { afterEach, beforeEach, expect, test } from "vitest";
import { EXIT } from "../exit-codes.ts";
import { acceptFolder, selectionOf } from "./validate-folder.ts";

let place: string;
let folder: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "swath-accept-"));
  folder = join(place, "FL000123_101");
  mkdirSync(join(folder, "SOL"), { recursive: true });
  mkdirSync(join(place, "elsewhere"));
  writeFileSync(join(folder, "SOL", "a.sol"), "1");
  writeFileSync(join(folder, "SOL", "._a.sol"), "1");
  writeFileSync(join(folder, "b.tmp.sol"), "1");
  writeFileSync(join(place, "elsewhere", "c.sol"), "1");
});
afterEach(() => rmSync(place, { recursive: true }));

const upload = { Type: "TerrainMapperSOL", SensorName: "Leica Terrain Mapper - 101" } as const;
const flight = {
  FlightID: "FL000123",
  WheelsUp: null,
  WheelsDown: null,
  Sensors: [],
} as unknown as Flight;

/** The paths that are sent, and what a terminal shows meanwhile that nobody sits at. */
async function accepted(words: { readonly yes?: boolean; readonly followLinks?: boolean } = {}) {
  const said: string[] = [];
  const { files } = await acceptFolder(
    { folder, yes: false, followLinks: false, ...words },
    { flight, upload, equipment: [], companions: ["*.tmp.*"] },
    {
      isInteractive: false,
      say: (text) => void said.push(text),
      show: () => {},
      confirm: () => Promise.resolve(false),
    },
  );
  return { files: files.map(({ file }) => file.path), said: said.join("\n") };
}

test("companions are passed over without a word that has to be confirmed", async () => {
  const { files, said } = await accepted();
  expect(files).toEqual(["FL000123_101/SOL/a.sol"]);
  expect(said).toContain("2 companion files of operating systems and programs passed over.");
});

test("a link that leads out is named, and has to be confirmed or followed", async () => {
  symlinkSync("../elsewhere", join(folder, "SOL 2"));
  await expect(accepted()).rejects.toMatchObject({ exit: EXIT.blocked });
  const confirmed = await accepted({ yes: true });
  expect(confirmed.files).toEqual(["FL000123_101/SOL/a.sol"]);
  expect(confirmed.said).toMatch(/FL000123_101\/SOL 2 → \S+elsewhere \(leads out of the folder\)/);
  const followed = await accepted({ followLinks: true });
  expect(followed.files).toEqual(["FL000123_101/SOL 2/c.sol", "FL000123_101/SOL/a.sol"]);
  expect(followed.said).toMatch(/were followed\n\s+FL000123_101\/SOL 2 → \S+elsewhere/);
});

test("a file goes up under one spelling, and is read under that of its drive", async () => {
  const drive = join(place, "F");
  mkdirSync(join(drive, "Mu\u0308ller"), { recursive: true });
  writeFileSync(join(drive, "Mu\u0308ller", "e\u0301.range"), "read");
  const [file] = (await readFolder(drive)).files;
  const files: AcceptedFile[] = [
    { path: file!.path, size: 4, kind: "range", destination: "LiDAR" },
  ];
  const names = { baseFolder: "F", accepted: files, findings: [], blocked: false };
  const sent = selectionOf({ names } satisfies Pick<FolderReport, "names">, [file!]);
  const fullPath = "F/M\u00fcller/\u00e9.range";
  expect(sent.files[0]?.entry).toMatchObject({ fullPath, fileName: "\u00e9.range" });
  expect(Buffer.from(await file!.read(0, 4)).toString()).toBe("read");
});

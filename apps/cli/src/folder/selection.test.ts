import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptedFile, FolderReport } from "@swath/survey";
import { readFolder } from "@swath/upload-engine/node";
import { afterAll, expect, test } from "vitest";
import { selectionOf } from "./selection.ts";

const place = mkdtempSync(join(tmpdir(), "swath-selection-"));
afterAll(() => rmSync(place, { recursive: true }));

test("a file goes up under one spelling, and is read under that of its drive", async () => {
  const folder = join(place, "F");
  mkdirSync(join(folder, "Mu\u0308ller"), { recursive: true });
  writeFileSync(join(folder, "Mu\u0308ller", "e\u0301.range"), "read");
  const [file] = (await readFolder(folder)).files;
  const accepted: AcceptedFile[] = [
    { path: file!.path, size: 4, kind: "range", destination: "LiDAR" },
  ];
  const names = { baseFolder: "F", accepted, findings: [], blocked: false };
  const { files } = selectionOf({ names } satisfies Pick<FolderReport, "names">, [file!]);
  const fullPath = "F/M\u00fcller/\u00e9.range";
  expect(files[0]?.entry).toMatchObject({ fullPath, fileName: "\u00e9.range" });
  expect(Buffer.from(await file!.read(0, 4)).toString()).toBe("read");
});

import { createHash } from "node:crypto";
import { type StageFile, stageFileSchema } from "@swath/contract/processing";
import { UPLOAD } from "../../apps/server/src/processing/testing/seed-records.ts";
import type { StageCatalogue } from "../../apps/server/src/processing/stages/stage-catalogue.ts";

/** The files of the upload, large enough that a small scratch disk can refuse them. */
export const POINTS: Readonly<Record<string, string>> = Object.fromEntries(
  ["a", "b", "c", "d"].map((name) => [`${name}.laz`, `points of ${name}\n`.repeat(4_000)]),
);

const LIST = [
  { name: "first", files: ["a.laz", "b.laz"] },
  { name: "second", files: ["c.laz", "d.laz"] },
];

const script = (text: string, ...words: string[]): string[] => [
  "/bin/sh",
  "-ec",
  text,
  "sh",
  ...words,
];

const shared = { version: 1, resources: { cpus: 1, memoryMB: 64, minutes: 2 }, params: {} };

/** A task for each file and a collect call, a task for each entry of its list, and one for all. */
const STAGES: readonly object[] = [
  {
    ...shared,
    name: "EACH",
    label: "Each",
    inputs: { points: { from: `upload:${UPLOAD}`, glob: "*.laz" } },
    tasks: { each: "points" },
    command: script(
      'sha256sum < "$1" > "$2/$3.sum"; sleep 0.7; echo done',
      "{input}",
      "{out}",
      "{task}",
    ),
    collect: script(
      'cat "$1"/*.sum > "$2/all.txt"; sleep 0.3; echo "$3" | base64 -d > "$2/list.json"',
      "{input.tasks}",
      "{out}",
      // Braces in a command's words stand for placeholders.
      Buffer.from(JSON.stringify(LIST)).toString("base64"),
    ),
    outputs: [
      { glob: "*.sum", kind: "table" },
      { glob: "all.txt", kind: "table" },
      { glob: "list.json", kind: "tasks" },
    ],
  },
  {
    ...shared,
    name: "LISTED",
    label: "Listed",
    inputs: {
      list: { from: "EACH", glob: "list.json" },
      points: { from: `upload:${UPLOAD}`, glob: "*.laz" },
    },
    tasks: { listed: "list" },
    command: script(
      'sleep 0.5; cat "$1"/*.laz | sha256sum > "$2/$3.part"; sleep 0.5',
      "{input.points}",
      "{out}",
      "{task}",
    ),
    outputs: [{ glob: "*.part", kind: "table" }],
  },
  {
    ...shared,
    name: "ONCE",
    label: "Once",
    inputs: { parts: { from: "LISTED", glob: "*.part" } },
    tasks: "once",
    command: script('cat "$1"/*.part > "$2/once.txt"; sleep 0.5', "{input.parts}", "{out}"),
    outputs: [{ glob: "once.txt", kind: "table" }],
  },
];

export const STAGE_NAMES = ["EACH", "LISTED", "ONCE"] as const;

export function faultCatalogue(): StageCatalogue {
  const files: StageFile[] = STAGES.map((stage) => stageFileSchema.parse(stage));
  const known = files.map((file) => [file.name, { file, sha256: "0".repeat(64) }] as const);
  return { stages: new Map(known), templates: new Map() };
}

const sum = (text: string): string => `${createHash("sha256").update(text).digest("hex")}  -\n`;

const textOf = (all: readonly (readonly [string, string])[]): string =>
  all.map(([, text]) => text).join("");

/** What each stage publishes where nothing went wrong: contents by path. */
export function expectedOutputs(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const sums = Object.entries(POINTS).map(([path, text]) => [`${path}.sum`, sum(text)] as const);
  const parts = LIST.map(
    ({ name, files }) => [`${name}.part`, sum(files.map((path) => POINTS[path]).join(""))] as const,
  );
  return {
    EACH: {
      ...Object.fromEntries(sums),
      "all.txt": textOf(sums),
      "list.json": JSON.stringify(LIST),
    },
    LISTED: Object.fromEntries(parts),
    ONCE: { "once.txt": textOf(parts) },
  };
}

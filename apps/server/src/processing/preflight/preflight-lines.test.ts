import { gravest, type PreflightLine, stageFileSchema } from "@swath/contract/processing";
import { describe, expect, test } from "vitest";
import type { PreflightFacts } from "./preflight-facts.ts";
import { preflightLines } from "./preflight-lines.ts";

const GB = 1_073_741_824;
const stage = stageFileSchema.parse({
  name: "LMS",
  label: "LMS",
  version: 1,
  inputs: { range: { from: "upload:LiDAR" } },
  tasks: "once",
  command: ["lms"],
  outputs: [{ glob: "*.las", kind: "points" }],
  resources: { cpus: 2, memoryMB: 1_024 },
});
const lidar = {
  id: "a",
  SensorName: "Galaxy - 045",
  Aircraft: "VH-AAA",
  PriGNSSLeverX: 0,
  PriGNSSLeverY: 0,
  PriGNSSLeverZ: 0,
  RefToIMULeverX: 0,
  RefToIMULeverY: 0,
  RefToIMULeverZ: 0,
  RefToIMUMountingAnglX: 0,
  RefToIMUMountingAnglY: 0,
  RefToIMUMountingAnglZ: 0,
  SurveyDate: "2026-01-05T00:00:00.000Z",
  LMSVersion: "4.2",
};
const file = (given: Partial<typeof lidar> = {}) => ({
  lidar: { ...lidar, ...given },
  imagery: null,
});
const node = {
  name: "n1",
  up: true,
  reason: null,
  cpus: 4,
  memoryBytes: 8 * GB,
  features: null,
};
const capacity = {
  cpus: 4,
  freeCpus: 0,
  memoryBytes: 8 * GB,
  nodes: [node],
  scratchBytes: 99 * GB,
};
const well: PreflightFacts = {
  job: { name: "LMS", label: "LMS", area: "lms" },
  sensor: "Galaxy - 045",
  stage,
  before: [],
  inputs: { files: 12, bytes: 3 * GB, tasks: 12, looked: 12, unreadable: [] },
  coordinates: {
    clouds: 0,
    stating: 0,
    unclear: 0,
    parameter: null,
    project: 7856,
    hasParameter: false,
  },
  calibration: { taken: file(), former: file(), supported: true, lmsVersion: "4.2" },
  space: { needed: 3 * GB, store: 90 * GB, scratch: 90 * GB },
  engine: { kind: "local", capacity, program: { name: "lms", found: true } },
};
const lines = (given: Partial<PreflightFacts>): PreflightLine[] =>
  preflightLines({ ...well, ...given });
/** What is said of one check: level and text of each line. */
const of = (check: PreflightLine["Check"], given: Partial<PreflightFacts>) =>
  lines(given).flatMap(({ Check, Level, Text }) => (Check === check ? [`${Level}: ${Text}`] : []));
const engine = (given: Partial<PreflightFacts["engine"]>) => ({
  engine: { ...well.engine, ...given },
});

test("where all is well each check says what it found", () => {
  expect(lines({}).map(({ Level, Text }) => `${Level}: ${Text}`)).toEqual([
    "ok: Every job before it is done",
    "ok: Inputs are there: 12 files, 3.00 GB, in 12 tasks",
    "ok: Coordinate system: EPSG:7856 of the project",
    "ok: Calibration: Galaxy - 045 in VH-AAA, surveyed 2026-01-05",
    "ok: LMS 4.2 is the current version",
    "ok: 90.00 GB free in the store, about 3.00 GB needed",
    "ok: Its program is found: lms",
    "ok: A task takes 2 processors and 1.00 GB; this machine has 4 processors and 8.00 GB",
  ]);
});

test("processing/F1 what would end at once is impossible, and nothing else is said", () => {
  expect(lines({ stage: undefined })).toMatchObject([
    { Level: "impossible", Text: "No stage file LMS is installed" },
  ]);
  expect(lines({ stage: { ...stage, sensors: "ALTM*" } })).toMatchObject([
    { Level: "impossible", Text: "No program of LMS processes recordings of Galaxy - 045" },
  ]);
});

test("processing/F2 everything that blocks says what to do", () => {
  const blocking = [
    { inputs: { waits: "Waits for data of the upload LiDAR" } },
    { inputs: { fault: "There is nothing to do" } },
    { coordinates: { ...well.coordinates!, project: null } },
    { calibration: { ...well.calibration!, taken: undefined } },
    { space: { needed: GB, store: 1, scratch: null } },
    engine({ program: { name: "lms", found: false } }),
    engine({ capacity: { ...capacity, nodes: [] } }),
  ];
  for (const given of blocking) {
    const found = lines(given).filter(({ Level }) => Level === "blocking");
    expect(found).toHaveLength(1);
    expect(found[0]!.Advice).toMatch(/\.$/);
  }
});

test("processing/F3 what cannot be known is not well", () => {
  const unknown = { clouds: 2, stating: 1, unclear: 1, project: null };
  expect(of("coordinates", { coordinates: { ...well.coordinates!, ...unknown } })).toEqual([
    expect.stringMatching(/^unknown: The first bytes of the clouds do not say/),
  ]);
  expect(of("disk", { space: { needed: GB, store: null, scratch: null } })).toEqual([
    "unknown: The store does not say how much space is left",
  ]);
  expect(of("program", engine({ program: { name: "pdal", found: null } }))).toEqual([
    "unknown: Whether the nodes have pdal is seen there alone",
  ]);
  expect(of("resources", engine({ capacity: undefined }))).toEqual([
    "unknown: A task takes 2 processors and 1.00 GB; the compute engine did not answer",
  ]);
  const nameless = {
    ...well.calibration!,
    taken: { ...file(), lidar: { ...lidar, LMSVersion: null } },
  };
  expect(of("lms", { calibration: nameless })).toEqual([
    "unknown: The calibration record names no LMS version",
  ]);
});

test("processing/F4 a check that does not concern the job has no line", () => {
  const checks = lines({ coordinates: null, calibration: null }).map(({ Check }) => Check);
  expect(checks).toEqual(["order", "inputs", "disk", "program", "resources"]);
});

describe("inputs", () => {
  test("that an earlier job writes anew are not known yet", () => {
    const given = {
      before: ["Waits for GPS (Queued)"],
      inputs: { waits: "Waits for outputs of GPS" },
    };
    expect(of("inputs", given)).toEqual(["unknown: Waits for outputs of GPS"]);
    expect(of("order", given)).toEqual(["warning: Waits for GPS (Queued)"]);
    expect(gravest(lines(given))).toBe("warning");
  });
  test("that do not stand in the store are named, a few of them", () => {
    const unreadable = ["a", "b", "c", "d"];
    const inputs = { files: 90, bytes: GB, tasks: 1, looked: 16, unreadable };
    expect(of("inputs", { inputs })).toEqual([
      "blocking: 4 of 16 files that were looked for do not stand in the store as listed: a, b, c …",
    ]);
  });
});

const at = (given: object) =>
  of("coordinates", { coordinates: { ...well.coordinates!, clouds: 2, ...given } })[0];

describe("the coordinate system", () => {
  test("is the clouds' where all state one, else the parameter's, else the project's", () => {
    expect(at({ stating: 2, parameter: 28_356 })).toBe(
      "ok: The clouds state their coordinate system",
    );
    expect(at({ stating: 1, parameter: 28_356 })).toBe(
      "ok: Coordinate system: the clouds state none; EPSG:28356, the stage's parameter",
    );
    expect(at({ unclear: 2 })).toBe("ok: Coordinate system: EPSG:7856 of the project");
    expect(at({ project: null })).toBe(
      "blocking: No coordinate system: neither the clouds nor the project name one",
    );
  });
});

describe("the calibration", () => {
  test("that is another one than the last attempt had is a warning", () => {
    const former = file({ id: "b", SurveyDate: "2025-03-01T00:00:00.000Z" });
    expect(of("calibration", { calibration: { ...well.calibration!, former } })).toEqual([
      "warning: Calibration: Galaxy - 045 in VH-AAA, surveyed 2026-01-05. The last attempt had another record: Galaxy - 045 in VH-AAA, surveyed 2025-03-01",
    ]);
  });
  test("that changed speaks of the jobs before this one only where there are some", () => {
    const former = file({ id: "b", SurveyDate: "2025-03-01T00:00:00.000Z" });
    const calibration = { ...well.calibration!, former };
    const adviceOf = (given: Partial<PreflightFacts>) =>
      lines({ calibration, ...given }).find(({ Check }) => Check === "calibration")?.Advice;
    const second = { ...stage, needs: ["GPS"] };
    expect(adviceOf({ stage: second })).toMatch(/^Jobs before this one keep results/);
    expect(adviceOf({ stage })).toMatch(/^Resubmit the jobs that come after this one/);
  });
  test("of a camera alone is none of LMS", () => {
    const taken = { lidar: null, imagery: { ...lidar, LMSVersion: undefined } as never };
    const calibration = { ...well.calibration!, taken };
    expect(of("calibration", { calibration })[0]).toMatch(/^blocking: No matching parameters/);
    const job = { name: "EO", label: "EO", area: "stage" } as const;
    expect(of("calibration", { calibration, job })[0]).toMatch(/^ok: /);
  });
  test("of another LMS version is said in the words of the specification", () => {
    const calibration = {
      ...well.calibration!,
      supported: false,
      taken: file({ LMSVersion: "4.1" }),
    };
    expect(of("lms", { calibration })).toEqual([
      "blocking: Unsupported LMS Version: LMS processing will not proceed: the record is of 4.1, current is 4.2",
    ]);
  });
});

describe("space", () => {
  test("is short below twice what is needed, in the store or where tasks work", () => {
    expect(of("disk", { space: { needed: GB, store: 1.5 * GB, scratch: null } })).toEqual([
      "warning: 1.50 GB free in the store, about 1.00 GB needed",
    ]);
    expect(of("disk", { space: { needed: GB, store: 9 * GB, scratch: GB / 2 } })).toEqual([
      "ok: 9.00 GB free in the store, about 1.00 GB needed",
      "blocking: 512.00 MB free for working folders, about 1.00 GB needed",
    ]);
  });
});

const asked = (resources: object) => ({
  stage: { ...stage, resources: { ...stage.resources, ...resources } },
});

describe("processors and memory", () => {
  test("that no machine has let tasks run one by one, and wait for ever in Slurm", () => {
    const big = asked({ cpus: 64 });
    expect(of("resources", big)[0]).toMatch(/^warning: .* one by one$/);
    const slurm = engine({ kind: "slurm" });
    expect(lines({ ...big, ...slurm }).at(-1)).toMatchObject({
      Level: "blocking",
      Advice: "The order would wait for ever: its stage file asks for too much.",
    });
    const down = { ...node, up: false, cpus: 64, name: "n2" };
    const later = { kind: "slurm", capacity: { ...capacity, nodes: [node, down] } } as const;
    expect(lines({ ...big, ...engine(later) }).at(-1)!.Advice).toMatch(/^A node that is down/);
  });
  test("take a feature into account where nodes are told apart by it", () => {
    const gpu = asked({ feature: "gpu" });
    expect(of("resources", gpu)[0]).toMatch(/^ok: /);
    const plain = { ...capacity, nodes: [{ ...node, features: ["big"] }] };
    expect(of("resources", { ...gpu, ...engine({ kind: "slurm", capacity: plain }) })[0]).toMatch(
      /^blocking: A task takes 2 processors and 1.00 GB, gpu; no node/,
    );
  });
});

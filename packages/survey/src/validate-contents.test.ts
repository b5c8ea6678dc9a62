import { describe, expect, test } from "vitest";
import { applanixFile } from "../../../tools/sample/applanix-writer.ts";
import { fmsLog, flightPlan, kmzFile } from "../../../tools/sample/document-writer.ts";
import { hasRealData, realFile } from "../../../tools/testing/real-data.ts";
import { validateContents, type ContentFile, type ContentRequest } from "./validate-contents.ts";
import { type FileSource, memorySource } from "./readers/file-source.ts";
import { CONTENT_RULES } from "./rules/content-rules.ts";
import type { FileKindId } from "./rules/file-kinds.ts";

const UP = Date.UTC(2026, 2, 14, 1, 0, 0);
const DOWN = UP + 4 * 3_600_000;
const TWO_HOURS = 7_200_000;
const SENSOR = "Optech Galaxy Prime - 045";
const EQUIPMENT = [
  { Name: SENSOR, Type: "LiDAR", LaserSerialNo: " 18sen045 ", POSSerialNo: "0007045" },
  { Name: "P1 - 118", Type: "MediumFormatImagery", LaserSerialNo: null, POSSerialNo: null },
] as const;

const file = (kind: FileKindId, name: string, bytes: Uint8Array): ContentFile => ({
  kind,
  source: memorySource(`FL000123_045/${name}`, bytes),
});
const range = (text: string): ContentFile =>
  file("range", "a.range", new TextEncoder().encode(text));
const gps = (serial: string, start: number, end: number): ContentFile =>
  file("gps", "a.000", applanixFile({ serial, start, end, latitude: -37, longitude: 145 }));
const fms = (start: number, end: number, ...projectIds: readonly string[]): ContentFile =>
  file("fmsLog", "FMS_Flight_Log_1.log", fmsLog({ flightId: "FL000123", projectIds, start, end }));

async function rulesOf(change: Partial<ContentRequest>): Promise<readonly string[]> {
  return (await validateContents({ ...REQUEST, ...change })).findings.map(({ rule }) => rule);
}

const REQUEST: ContentRequest = {
  sensorName: SENSOR,
  baseFolder: "FL000123_045",
  equipment: EQUIPMENT,
  projectIds: ["PRJ10001"],
  wheelsUp: UP,
  wheelsDown: DOWN,
  now: DOWN,
  rgbn: false,
  files: [],
};

describe("the sensor number of the folder", () => {
  test("of an unknown sensor blocks", async () => {
    const result = await validateContents({ ...REQUEST, baseFolder: "FL000123_046" });
    expect(result).toMatchObject({ blocked: true });
    expect(result.findings).toEqual([
      {
        rule: "content-sensor-unknown",
        level: "blocked",
        message: "No sensor found with sensor no.",
        files: ["046"],
      },
    ]);
  });

  test("of another sensor blocks", async () => {
    const { findings } = await validateContents({ ...REQUEST, baseFolder: "FL000123_118" });
    expect(findings).toMatchObject([
      { message: "Folder sensor no. does not match the expected sensor", files: ["FL000123_118"] },
    ]);
  });

  test("is not validated without equipment", async () => {
    expect(await rulesOf({ baseFolder: "FL000123_046", equipment: [] })).toEqual([]);
  });
});

describe("serial numbers", () => {
  test("are the same but for spaces, case and leading zeros", async () => {
    const files = [range("Laser Serial No: 0018SEN045\n"), gps("7045", UP, UP + 5000)];
    expect(await rulesOf({ files })).toEqual([]);
  });

  test("of other instruments block, with the spelt messages", async () => {
    const files = [range("Laser Serial No: 18SEN046\n"), gps("7046", UP, UP + 5000)];
    const { findings } = await validateContents({ ...REQUEST, files });
    expect(findings.map(({ message }) => message)).toEqual([
      "The laser serial no. in a range file does not match the expected laser serial no.",
      "The sensor serial no. in a GPS file does not match the expected sensor serial no.",
    ]);
  });

  test("that cannot be read block, with the spelt messages", async () => {
    const files = [range("nothing"), file("gps", "a.001", new Uint8Array(500))];
    const { findings } = await validateContents({ ...REQUEST, files });
    expect(findings.map(({ message }) => message)).toEqual([
      "Possible corrupt Range file, no laser serial no. could be read",
      "Possible corrupt GPS file, no sensor serial no. could be read",
    ]);
  });

  test("are not looked for in RINEX files, nor compared where none is expected", async () => {
    const rinex = file("gps", "a.18n", new TextEncoder().encode("2.11  N: GPS NAV DATA\n"));
    const camera = { baseFolder: "FL000123_118", sensorName: "P1 - 118" };
    expect(await rulesOf({ files: [rinex, gps("9", UP, UP + 5000)], ...camera })).toEqual([]);
  });
});

describe("flight plans", () => {
  test("without cross-strips ask for confirmation", async () => {
    const plan = kmzFile("plan", flightPlan(145, -37, false));
    expect(await rulesOf({ files: [file("flightPlan", "PRJ10001.kmz", plan)] })).toEqual([
      "content-cross-strips",
    ]);
  });

  test("that cannot be read block", async () => {
    const files = [file("flightPlan", "PRJ10001.kmz", new Uint8Array(500))];
    expect((await validateContents({ ...REQUEST, files })).findings).toMatchObject([
      { level: "blocked", message: "Possible corrupt Flight Plan KML, file failed validation" },
    ]);
  });

  test("are given back as lines for a map", async () => {
    const plan = kmzFile("plan", flightPlan(145, -37, true));
    const result = await validateContents({
      ...REQUEST,
      files: [file("flightPlan", "PRJ10001.kmz", plan)],
    });
    expect(result.plan.filter(({ crossStrip }) => crossStrip)).toHaveLength(2);
    expect(result.plan).toHaveLength(10);
  });
});

describe("FMS logs", () => {
  test.each([
    [["PRJ10001"], []],
    [[], ["content-fms-no-project", "content-fms-missing"]],
    [["PRJ10002"], ["content-fms-none-expected", "content-fms-missing"]],
    [["PRJ10001", "PRJ10002"], ["content-fms-unexpected"]],
  ])("with the projects %j are called %j", async (projects, rules) => {
    expect(await rulesOf({ files: [fms(UP, DOWN, ...projects)] })).toEqual(rules);
  });

  test.each([
    [UP - TWO_HOURS + 1, DOWN + TWO_HOURS - 1, []],
    [UP - TWO_HOURS, DOWN, ["content-fms-start"]],
    [UP + TWO_HOURS, DOWN, ["content-fms-start"]],
    [UP, DOWN + TWO_HOURS, ["content-fms-end"]],
    [UP, DOWN - TWO_HOURS, ["content-fms-end"]],
  ])("from %i to %i are called %j", async (start, end, rules) => {
    expect(await rulesOf({ files: [fms(start, end, "PRJ10001")] })).toEqual(rules);
  });

  test("are compared with wheels up by the earliest start, with wheels down by the latest end", async () => {
    const files = [
      fms(UP + TWO_HOURS, UP + TWO_HOURS + 1000, "PRJ10001"),
      fms(UP, UP + 1000, "PRJ10001"),
      fms(DOWN - 1000, DOWN, "PRJ10001"),
      fms(DOWN - TWO_HOURS - 1000, DOWN - TWO_HOURS, "PRJ10001"),
    ];
    expect(await rulesOf({ files })).toEqual([]);
    expect(await rulesOf({ files: files.toReversed() })).toEqual([]);
  });

  test("are compared with nothing where the flight has no such time, or none can be read", async () => {
    const files = [fms(0, 1000, "PRJ10001")];
    expect(await rulesOf({ files, wheelsUp: undefined, wheelsDown: undefined })).toEqual([]);
    const empty = file("fmsLog", "FMS_Flight_Log_2.log", new Uint8Array(0));
    const result = await validateContents({ ...REQUEST, files: [empty] });
    expect(result).toMatchObject({ findings: [], notes: [], tracks: [] });
  });

  test("without times are noted", async () => {
    const log = file("fmsLog", "FMS_Flight_Log_1.log", new TextEncoder().encode("PRJ10001\n"));
    const { findings, notes } = await validateContents({ ...REQUEST, files: [log] });
    expect(findings).toEqual([]);
    expect(notes).toEqual([
      { message: "No times could be read in FMS logs", files: [log.source.path] },
    ]);
  });
});

const DAY = 24 * 3_600_000;

function recorded(start: number, shortWeeks = false): ContentFile {
  const serial = "7045";
  const span = { start, end: start + 60_000, latitude: -37, longitude: 145 };
  return file("gps", "a.000", applanixFile({ ...span, serial, shortWeeks }));
}

function validated(one: ContentFile, change: Partial<ContentRequest> = {}) {
  return validateContents({ ...REQUEST, ...change, files: [one] });
}

describe("the dates of GPS files", () => {
  test("of a full week are never moved, and another date than the flight's is a warning", async () => {
    const start = Date.UTC(2012, 5, 25, 18, 15);
    const { findings, tracks, blocked } = await validated(recorded(start));
    expect(tracks).toMatchObject([{ start, end: start + 59_000 }]);
    expect(blocked).toBe(false);
    expect(findings).toEqual([
      {
        rule: "content-gps-date",
        level: "warning",
        message: "GPS is of another date than the flight",
        files: ["FL000123_045/a.000"],
      },
    ]);
  });

  test("of a week in 10 bits are completed by the flight's date", async () => {
    const { findings, tracks } = await validated(recorded(UP + 60_000, true));
    expect(tracks).toMatchObject([{ start: UP + 60_000 }]);
    expect(findings).toEqual([]);
  });

  test("of a week in 10 bits lie neither after the flight nor in the future", async () => {
    const later = recorded(UP + 30 * DAY, true);
    const [before] = (await validated(later, { now: UP + 60 * DAY })).tracks;
    expect(before?.start).toBe(UP + 30 * DAY - 1024 * 7 * DAY);
    const none = { wheelsUp: undefined, wheelsDown: undefined };
    const [past] = (await validated(later, { ...none, now: UP })).tracks;
    expect(past?.start).toBe(UP + 30 * DAY - 1024 * 7 * DAY);
    const [present] = (await validated(later, { ...none, now: UP + 31 * DAY })).tracks;
    expect(present?.start).toBe(UP + 30 * DAY);
  });

  test.each([
    [UP - DAY / 2 - 59_000, []],
    [UP - DAY / 2 - 60_000, ["content-gps-date"]],
    [DOWN + DAY / 2, []],
    [DOWN + DAY / 2 + 1000, ["content-gps-date"]],
  ])("from %i on are called %j", async (start, rules) => {
    const { findings } = await validated(recorded(start));
    expect(findings.map(({ rule }) => rule)).toEqual(rules);
  });

  test("are compared with the one time that the flight log has, or with none", async () => {
    const one = recorded(UP - 2 * DAY);
    for (const change of [{ wheelsUp: undefined }, { wheelsDown: undefined }])
      expect((await validated(one, change)).findings).toHaveLength(1);
    const none = { wheelsUp: undefined, wheelsDown: undefined };
    expect((await validated(one, none)).findings).toEqual([]);
  });

  test.runIf(hasRealData)("of the real recording of 2012 stay in 2012", async () => {
    const { tracks } = await validated(
      { kind: "gps", source: realFile("applanix/real_poslv_display.000") },
      { equipment: [] },
    );
    expect(new Date(tracks[0]?.start ?? 0).toISOString()).toMatch(/^2012-06-25T18:14/);
  });
});

describe("tracks", () => {
  test("of one kind alone are not compared", async () => {
    for (const one of [gps("7045", UP, UP + 60_000), fms(UP, DOWN, "PRJ10001")])
      expect((await validateContents({ ...REQUEST, files: [one] })).notes).toEqual([]);
  });

  test("overlap where any GPS file shares an instant with any log", async () => {
    const files = [
      gps("7045", DOWN + 1000, DOWN + 60_000),
      gps("7045", UP, UP + 60_000),
      fms(UP - 60_000, UP - 1000, "PRJ10001"),
      fms(UP, DOWN, "PRJ10001"),
    ];
    expect((await validateContents({ ...REQUEST, files })).notes).toEqual([]);
  });

  test("keep the recording's own times where the flight has no wheels up", async () => {
    const files = [gps("7045", UP, UP + 60_000)];
    const result = await validateContents({ ...REQUEST, wheelsUp: undefined, files });
    expect(result.tracks).toMatchObject([{ start: UP, end: UP + 59_000 }]);
  });

  test("that only touch overlap, that part by a second do not", async () => {
    const touching = [gps("7045", UP, UP + 60_000), fms(UP + 59_000, DOWN, "PRJ10001")];
    expect((await validateContents({ ...REQUEST, files: touching })).notes).toEqual([]);
    const apart = [gps("7045", UP, UP + 60_000), fms(UP + 60_000, DOWN, "PRJ10001")];
    const { notes, findings, tracks } = await validateContents({ ...REQUEST, files: apart });
    expect(notes).toEqual([
      { message: expect.stringContaining("without splitting"), files: ["FL000123_045/a.000"] },
    ]);
    expect(findings).toEqual([]);
    expect(tracks).toMatchObject([
      { kind: "gps", start: UP, end: UP + 59_000 },
      { kind: "fms", start: UP + 60_000, end: DOWN },
    ]);
  });
});

test("findings come in the order of the rules, which is that of the dialogs", async () => {
  const files = [
    file("laz", "a.laz", new Uint8Array(500)),
    gps("1", UP, UP + 1000),
    file("gps", "b.000", new Uint8Array(9)),
    range("laser s/n: 17SEN045"),
    file("range", "b.range", new Uint8Array(9)),
    fms(UP - TWO_HOURS, DOWN, "PRJ10002"),
    file("flightPlan", "PRJ10001.kmz", kmzFile("plan", flightPlan(145, -37, false))),
  ];
  const rules = await rulesOf({ files, baseFolder: "FL000123_118" });
  expect(rules).toEqual([
    "content-sensor-number",
    "content-laser-unreadable",
    "content-laser-serial",
    "content-pos-unreadable",
    "content-pos-serial",
    "content-cross-strips",
    "content-fms-none-expected",
    "content-fms-missing",
    "content-fms-start",
    "content-laz-header",
  ]);
  const order = CONTENT_RULES.map(({ id }): string => id);
  expect(rules).toEqual(order.filter((id) => rules.includes(id)));
});

test("of 100 GB less than one per cent is read", async () => {
  let bytesRead = 0;
  const read: FileSource["read"] = (start, end) => {
    bytesRead += end - start;
    return Promise.resolve(new Uint8Array(end - start));
  };
  const sparse = (kind: FileKindId, path: string, size: number): ContentFile => ({
    kind,
    source: { path, size, read },
  });
  const files = [
    ...Array.from({ length: 4 }, (_, i) => sparse("range", `${i}.range`, 20_000_000_000)),
    ...Array.from({ length: 2 }, (_, i) => sparse("gps", `a.00${i}`, 3_000_000_000)),
    ...Array.from({ length: 12 }, (_, i) => sparse("laz", `${i}.laz`, 1_000_000_000)),
    sparse("fmsLog", "FMS_Flight_Log_1.log", 1_000_000_000),
    sparse("flightPlan", "PRJ10001.kmz", 1_000_000_000),
  ];
  const progress: number[] = [];
  await validateContents(
    { ...REQUEST, files },
    { onProgress: ({ done, total }) => progress.push(done / total) },
  );
  expect(bytesRead).toBeLessThan(200_000_000);
  expect(progress.at(-1)).toBe(1);
});

test("flight plans, which are held whole, are read one by one", async () => {
  let [open, most] = [0, 0];
  const plan = memorySource("PRJ10001.kmz", kmzFile("plan", flightPlan(145, -37, true)));
  const read: FileSource["read"] = async (start, end) => {
    // Of the reads, those of the document itself: between the archive's header and its directory.
    const inflating = start > 30 && end < plan.size - 22 ? 1 : 0;
    most = Math.max(most, (open += inflating));
    await new Promise((done) => setTimeout(done, 0));
    open -= inflating;
    return plan.read(start, end);
  };
  const files = Array.from({ length: 3 }, (): ContentFile => ({
    kind: "flightPlan",
    source: { ...plan, read },
  }));
  const { findings } = await validateContents({ ...REQUEST, files });
  expect({ findings, most }).toEqual({ findings: [], most: 1 });
});

test("progress counts files, each by the readings of it", async () => {
  const counts: string[] = [];
  const files = [range("s/n: 1"), file("excel", "FL000123.xls", new Uint8Array(9))];
  const options: Parameters<typeof validateContents>[1] = {
    onProgress: ({ done, total }) => counts.push(`${done}/${total}`),
  };
  await validateContents({ ...REQUEST, files }, options);
  expect(counts).toEqual(["0/2", "1/2", "2/2"]);
});

test("an aborted validation ends with the reason", async () => {
  const stop = new AbortController();
  stop.abort(new Error("another folder"));
  const validation = validateContents({ ...REQUEST, files: [range("x")] }, { signal: stop.signal });
  await expect(validation).rejects.toThrow("another folder");
});

test("several files are read at once, never all, and none after one that cannot be read", async () => {
  let [open, most, begun] = [0, 0, 0];
  const slow = (path: string): ContentFile => ({
    kind: "range",
    source: {
      path,
      size: 100,
      read: async () => {
        begun += 1;
        most = Math.max(most, ++open);
        await new Promise((done) => setTimeout(done, 0));
        open -= 1;
        if (path === "50.range") throw new Error("the drive was pulled out");
        return new Uint8Array(100);
      },
    },
  });
  const files = Array.from({ length: 200 }, (_, i) => slow(`${i}.range`));
  await expect(validateContents({ ...REQUEST, files })).rejects.toThrow("pulled out");
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(50);
  expect(begun).toBeLessThan(120);
});

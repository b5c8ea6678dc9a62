import { describe, expect, test } from "vitest";
import { applanixFile } from "../../../tools/sample/applanix-writer.ts";
import { fmsLog, flightPlan, kmzFile } from "../../../tools/sample/document-writer.ts";
import { NOTHING_LEFT_OUT, type FolderReading } from "./folder-reading.ts";
import { folderReport, type FolderReport, type ReportRequest } from "./folder-report.ts";
import { type FileSource, memorySource } from "./readers/file-source.ts";
import { printedFindings, printedReport, reportPage, reportView } from "./report/index.ts";
import { DIALOGS, READING_RULES, RULES } from "./rules/index.ts";

const BASE = "FL000123_045";
const UP = Date.UTC(2026, 2, 14, 1);
const HOUR = 3_600_000;
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

const range = text("Laser Serial No: 18SEN045\n");
const recording = (start: number): Uint8Array =>
  applanixFile({ serial: "7045", start, end: start + HOUR, latitude: -37, longitude: 145 });
const log = (start: number, more = ""): Uint8Array =>
  Buffer.concat([
    fmsLog({ flightId: "FL000123", projectIds: ["PRJ10001"], start, end: start + HOUR }),
    text(more),
  ]);

/** A flight of two parts of an hour each, one after the other. */
const FLIGHT: Readonly<Record<string, Uint8Array>> = {
  "PRJ10001_plan.kmz": kmzFile("plan", flightPlan(145, -37, true)),
  "FMS_Flight_Log_1.log": log(UP),
  "FMS_Flight_Log_2.log": log(UP + HOUR),
  "FL000123_01/FL000123_01.000": recording(UP),
  "FL000123_01/FL000123_01_0001.range": range,
  "FL000123_02/FL000123_02.000": recording(UP + HOUR),
  "FL000123_02/FL000123_02_0001.range": range,
};

interface Change {
  readonly without?: RegExp;
  readonly add?: Readonly<Record<string, Uint8Array>>;
  readonly reading?: Partial<FolderReading>;
  readonly request?: Partial<ReportRequest>;
}

function request({ without, add, reading, request: more }: Change): ReportRequest {
  const names = Object.entries({ ...FLIGHT, ...add }).filter(([name]) => !without?.test(name));
  return {
    flightId: "FL000123",
    sensorName: "Optech Galaxy Prime - 045",
    uploadType: "LiDAR",
    projectIds: ["PRJ10001"],
    wheelsUp: UP,
    wheelsDown: UP + 2 * HOUR,
    simultaneous: false,
    rgbn: false,
    equipment: [],
    now: UP + 3 * HOUR,
    files: names.map(([name, bytes]) => memorySource(`${BASE}/${name}`, bytes)),
    reading: { ...NOTHING_LEFT_OUT, ...reading },
    ...more,
  };
}

const reportOn = (change: Change): Promise<FolderReport> => folderReport(request(change));

/** The rules that are broken, with their names. */
async function broken(change: Change): Promise<Record<string, readonly string[]>> {
  const { rules } = await reportOn(change);
  const found = rules.filter(({ state }) => state !== "passed");
  return Object.fromEntries(found.map(({ id, files }) => [id, files]));
}

test("a whole flight lacks nothing", async () => {
  expect(await reportOn({})).toMatchObject({ state: "valid" });
});

describe("what a reader left out", () => {
  const leftOut: FolderReading["leftOut"] = [
    { path: `${BASE}/FL000123_03`, reason: "link", target: "/mnt/b", detail: "leads out" },
    { path: `${BASE}/secret`, reason: "unreadable", detail: "no permission" },
    { path: `${BASE}/fifo`, reason: "special", detail: "a pipe" },
    { path: `${BASE}/caf\ufffd`, reason: "name", detail: String.raw`caf\xe9` },
  ];

  test("is a finding for each reason, after all others, and has to be confirmed", async () => {
    const report = await reportOn({ reading: { leftOut } });
    expect(report.state).toBe("warnings");
    expect(report.rules.slice(-4)).toEqual([
      expect.objectContaining({
        id: "left-out-link",
        state: "warned",
        files: [`${BASE}/FL000123_03 → /mnt/b (leads out)`],
      }),
      expect.objectContaining({
        id: "left-out-unreadable",
        files: [`${BASE}/secret (no permission)`],
      }),
      expect.objectContaining({ id: "left-out-special", files: [`${BASE}/fifo (a pipe)`] }),
      expect.objectContaining({
        id: "left-out-name",
        files: [String.raw`${BASE}/caf` + "\ufffd" + String.raw` (caf\xe9)`],
      }),
    ]);
    expect(report.reading.leftOut).toEqual(leftOut);
  });

  test("stands with its reason in every form of the report", async () => {
    const report = await reportOn({ reading: { leftOut, companions: 2 } });
    const page = [...reportPage(reportView(report), 0)].join("");
    for (const form of [printedReport(report), printedFindings(report)])
      expect(form).toContain(`${BASE}/FL000123_03 → /mnt/b (leads out)`);
    expect(page).toContain("FL000123_03 → /mnt/b (leads out)");
    expect(page).toContain(", 4 names not read");
    for (const form of [printedReport(report), printedFindings(report), page])
      expect(form).toContain("2 companion files of operating systems and programs passed over");
  });

  test("is named as followed where that was asked for", async () => {
    const followed = [{ path: `${BASE}/FL000123_02`, target: "/mnt/b" }];
    const report = await reportOn({ reading: { followed } });
    expect(report.state).toBe("valid");
    const page = [...reportPage(reportView(report), 0)].join("");
    for (const form of [printedReport(report), printedFindings(report), page])
      expect(form).toContain(`${BASE}/FL000123_02 → /mnt/b`);
  });
});

const refusing = (path: string): FileSource => ({
  path: `${BASE}/${path}`,
  size: 100,
  read: () => Promise.reject(new Error("EIO")),
});

describe("a file that cannot be read", () => {
  test("is left out and named, and the rest is validated", async () => {
    const whole = request({});
    const files = [...whole.files, refusing("FL000123_01/FL000123_01_0002.range")];
    const report = await folderReport({ ...whole, files });
    expect(report.state).toBe("warnings");
    expect(report.rules.filter(({ state }) => state !== "passed")).toMatchObject([
      { id: "left-out-unreadable", files: [`${BASE}/FL000123_01/FL000123_01_0002.range (EIO)`] },
    ]);
    expect(report.names.accepted).toHaveLength(7);
  });

  test("counts for no minimum", async () => {
    const whole = request({ without: /02_0001/ });
    const files = [...whole.files, refusing("FL000123_02/FL000123_02_0001.range")];
    const report = await folderReport({ ...whole, files });
    expect(report.state).toBe("blocked");
    expect(report.rules.find(({ id }) => id === "minimum-gps-range")).toMatchObject({
      state: "failed",
      files: ["FL000123_02"],
    });
  });

  test("is no cover for a fault of the program", async () => {
    const { files } = request({});
    const wrong = { ...files[0]!, read: () => Promise.resolve(undefined as never) };
    await expect(folderReport({ ...request({}), files: [wrong] })).rejects.toThrow();
  });
});

test("companions count for nothing", async () => {
  const add = {
    ".DS_Store": text("x"),
    "._PRJ10001_plan.kmz": text("x"),
    "FL000123_02/._FL000123_02_0001.range": text("x"),
  };
  const report = await reportOn({ add, reading: { companions: 2 } });
  expect(report).toMatchObject({ state: "valid", fileCount: 7, reading: { companions: 5 } });
  expect(reportView(report)).toMatchObject({ stayingBehind: 0, companions: 5 });
});

describe("a flight part", () => {
  test.each<[string, Change, Record<string, readonly string[]>]>([
    [
      "whose folder is empty",
      { reading: { folders: [BASE, `${BASE}/FL000123_03`] } },
      { "part-empty": [`${BASE}/FL000123_03`] },
    ],
    [
      "whose folder holds companions alone",
      {
        add: { "FL000123_03/._FL000123_03.000": text("x") },
        reading: { folders: [`${BASE}/FL000123_03`] },
      },
      { "part-empty": [`${BASE}/FL000123_03`] },
    ],
    [
      "whose folder holds empty files alone",
      { add: { "FL000123_03/FL000123_03.000": new Uint8Array(0) } },
      {
        "zero-byte": [`${BASE}/FL000123_03/FL000123_03.000`],
        "part-empty": [`${BASE}/FL000123_03`],
      },
    ],
    [
      "that is left out of the numbers",
      {
        without: /FL000123_02|Log_2/,
        add: { "FL000123_03/FL000123_03.000": recording(UP), "FL000123_03/a.range": range },
      },
      { "part-absent": ["FL000123_02 (left out before FL000123_03)"] },
    ],
    [
      "that a coverage names",
      { add: { "FL000123_03.kmz": kmzFile("a", flightPlan(145, -37, true)) } },
      { "part-absent": [`FL000123_03 (named by ${BASE}/FL000123_03.kmz)`] },
    ],
    [
      "that a flight log names",
      { add: { "FL000123_03.pdf": text("x") } },
      { "part-absent": [`FL000123_03 (named by ${BASE}/FL000123_03.pdf)`] },
    ],
    [
      "that a FMS log names",
      { add: { "FMS_Flight_Log_1.log": log(UP, "Session FL000123_03\r\nnext FL000124_04\r\n") } },
      { "part-absent": [`FL000123_03 (named in ${BASE}/FMS_Flight_Log_1.log)`] },
    ],
    [
      "that a flight plan names",
      {
        add: {
          "PRJ10001_plan.kmz": kmzFile("plan", [
            ...flightPlan(145, -37, true),
            ...flightPlan(145, -37, false).map((line) =>
              Object.assign({}, line, { name: "FL000123_03 L1" }),
            ),
          ]),
        },
      },
      { "part-absent": [`FL000123_03 (named in ${BASE}/PRJ10001_plan.kmz)`] },
    ],
    [
      "at whose time FMS lines were flown",
      { without: /FL000123_02/ },
      {
        "part-fms-lines": [`2026-03-14 02:04 – 02:56 UTC, 7 lines: ${BASE}/FMS_Flight_Log_2.log`],
      },
    ],
    [
      "at whose time a FMS log was written, of a form without lines",
      {
        without: /FL000123_02/,
        add: {
          "FMS_Flight_Log_2.log": text("PRJ10001 2026-03-14T02:05:00Z to 2026-03-14T02:50:00Z\n"),
        },
      },
      {
        "part-fms-lines": [`2026-03-14 02:05 – 02:50 UTC: ${BASE}/FMS_Flight_Log_2.log`],
      },
    ],
    [
      "at whose time the flight log has a sensor log",
      {
        without: /FL000123_02|Log_2/,
        request: {
          surveys: [
            { id: "SL100001", start: UP, end: UP + HOUR / 2 },
            { id: "SL100002", start: UP + 1.5 * HOUR, end: UP + 26 * HOUR },
          ],
        },
      },
      { "part-survey-times": ["2026-03-14 02:30 – 2026-03-15 03:00 UTC: SL100002"] },
    ],
  ])("%s is named", async (_, change, expected) => {
    expect(await broken(change)).toEqual(expected);
  });

  test("is missed by no update, unless its folder is there and empty", async () => {
    const change = { without: /FL000123_01|Log_1/, add: { "FL000123_04.pdf": text("x") } };
    expect(await broken({ ...change, request: { isUpdate: true } })).toEqual({});
    expect(Object.keys(await broken(change))).toEqual(["part-absent"]);
    const empty = { reading: { folders: [`${BASE}/FL000123_03`] }, request: { isUpdate: true } };
    expect(Object.keys(await broken(empty))).toEqual(["part-empty"]);
  });

  test("is told apart by no paper where the data has no parts", async () => {
    const files = ["FL000123_01.pdf", "FL000123_02.pdf", "FL000123_01.xls", "FL000123_02.xls"];
    const a3 = [...files, "CCD1/0001.bin"].map((name) => memorySource(`${BASE}/${name}`, range));
    const upload = { uploadType: "LargeFormatImagery", sensorName: "Visionmap A3 - 045" } as const;
    const report = await folderReport({ ...request({}), ...upload, files: a3 });
    expect(report.rules.filter(({ state }) => state !== "passed")).toEqual([]);
  });

  test("is not missing where clocks differ altogether, or a recording has no time", async () => {
    const other = log(UP - 2 * HOUR);
    const apart = { "FMS_Flight_Log_1.log": other, "FMS_Flight_Log_2.log": other };
    expect(Object.keys(await broken({ add: apart })).filter(isOfParts)).toEqual([]);
    const shifted = { add: { "FMS_Flight_Log_2.log": log(UP + 4 * HOUR) } };
    expect(Object.keys(await broken(shifted))).toEqual(["content-fms-end"]);
    const silent = { "FL000123_01/FL000123_01.001": text("S/N 7045") };
    const found = await broken({ without: /FL000123_02/, add: silent });
    expect(Object.keys(found).filter(isOfParts)).toEqual([]);
  });
});

const isOfParts = (rule: string): boolean => rule.startsWith("part-");

test("each rule has a level that asks, a dialog behind the specification's, and a place behind its rules", () => {
  const dialogs = Object.keys(DIALOGS);
  expect(dialogs.slice(-2)).toEqual(["leftOut", "flightParts"]);
  for (const { level, dialog } of READING_RULES) {
    expect(level).toBe("warning");
    expect(["leftOut", "flightParts"]).toContain(dialog);
  }
  expect(RULES.map(({ id }): string => id).filter((id) => /^(part|left-out)-/.test(id))).toEqual(
    [],
  );
});

import { describe, expect, test } from "vitest";
import { TEST_TEMPLATES } from "../testing/test-templates.ts";
import { startDecision, type StartFacts } from "./start-decision.ts";

const facts: StartFacts = {
  documentMajorVersion: 4.2,
  template: "LiDAR",
  projectId: "PRJ00001",
  sensors: ["Galaxy - 045"],
  aircraft: "VH-AAA",
  uploads: [{ type: "LiDAR", status: "DATA_READY" }],
  lidarCalibration: "lidar",
  imageryCalibration: null,
  jobs: [
    { name: "GPS", status: "NOT_COMMENCED" },
    { name: "LMS", status: "NOT_COMMENCED" },
  ],
};
const decide = (change: Partial<StartFacts> = {}) => {
  const of = { ...facts, ...change };
  return startDecision(of, of.template === null ? undefined : TEST_TEMPLATES.get(of.template));
};

const jobs = (...statuses: StartFacts["jobs"][number]["status"][]) =>
  statuses.map((status) => ({ name: status, status }));

describe("a processing begins by itself", () => {
  test("when all is there, with the record that is in force", () => {
    expect(decide()).toEqual({ start: "GPS", calibrationId: "lidar" });
  });

  test("processing/C0 not where its document is of the former service", () => {
    expect(decide({ documentMajorVersion: 3 })).toMatchObject({ waitsOn: "former" });
    expect(decide({ documentMajorVersion: 3.2 })).toHaveProperty("start");
  });

  test("processing/C1 not without a template that is installed", () => {
    expect(decide({ template: null })).toEqual({
      waitsOn: "template",
      waitsFor: "Project PRJ00001 has no processing template",
    });
    expect(decide({ template: null, projectId: null })).toMatchObject({
      waitsFor: "The sensor log has no project, and so no processing template",
    });
    expect(decide({ template: "Sonar" })).toMatchObject({
      waitsFor: "The processing template Sonar is not installed",
    });
  });

  test("processing/C2 not before every upload that the template names is ready", () => {
    expect(decide({ uploads: [] })).toMatchObject({ waitsOn: "uploads" });
    expect(decide({ uploads: [{ type: "OptechGPS", status: "DATA_READY" }] })).toMatchObject({
      waitsOn: "uploads",
    });
    for (const [status, label] of [
      ["UPLOADING", "Uploading"],
      ["ARCHIVED", "Upload Archived"],
      ["VALIDATING_UPLOAD", "Validating Upload"],
    ] as const)
      expect(decide({ uploads: [{ type: "LiDAR", status }] })).toEqual({
        waitsOn: "uploads",
        waitsFor: `Waits for the upload LiDAR (${label})`,
      });
    // Of two sensors' uploads one is enough.
    const both = [
      { type: "LiDAR", status: "UPLOADING" },
      { type: "LiDAR", status: "DATA_READY" },
    ] as const;
    expect(decide({ uploads: both })).toHaveProperty("start");
  });

  test("processing/C3 not without a calibration of what the template is made of", () => {
    expect(decide({ lidarCalibration: null, imageryCalibration: "imagery" })).toEqual({
      waitsOn: "calibration",
      waitsFor:
        "No matching parameters: none of Galaxy - 045 in VH-AAA were in force at the flight",
    });
    const imagery: Partial<StartFacts> = {
      template: "Imagery",
      uploads: [{ type: "MediumFormatImagery", status: "DATA_READY" }],
    };
    expect(decide(imagery)).toMatchObject({ waitsOn: "calibration" });
    expect(decide({ ...imagery, imageryCalibration: "imagery" })).toEqual({
      start: "GPS",
      calibrationId: "imagery",
    });
    const cloud: Partial<StartFacts> = {
      template: "TerrainMapper",
      uploads: [{ type: "TerrainMapperLAZ", status: "DATA_READY" }],
      lidarCalibration: null,
      jobs: [{ name: "PI1_MineIP1", status: "NOT_COMMENCED" }],
    };
    expect(decide(cloud)).toEqual({ start: "PI1_MineIP1", calibrationId: null });
  });

  test("processing/C4 not where something of it began, or nothing applies", () => {
    expect(decide({ jobs: jobs("FAILED", "NOT_COMMENCED") })).toBe("begun");
    expect(decide({ jobs: jobs("NOT_COMMENCED", "QUEUED") })).toBe("begun");
    expect(decide({ jobs: jobs("NOT_APPLICABLE") })).toBe("begun");
    expect(decide({ jobs: [] })).toBe("begun");
    expect(decide({ jobs: jobs("NOT_APPLICABLE", "NOT_COMMENCED") })).toMatchObject({
      start: "NOT_COMMENCED",
    });
  });
});

import type {
  KnownTemplate,
  KnownTemplates,
  TemplateJob,
} from "../../domain/processing/known-templates.ts";

const ALLOWED = ["manual", "ignore", "supersede"] as const;

const NEEDS: Readonly<Record<string, readonly string[]>> = {
  GPS: [],
  LMS: ["GPS"],
  EO: ["GPS"],
  PI1_MineIP1: ["LMS"],
  ICP1_MineIP1: ["PI1_MineIP1"],
  MiningAI3: ["ICP1_MineIP1"],
};
const job = (area: TemplateJob["area"], name: string, requireQA = false): TemplateJob => ({
  area,
  name,
  label: name,
  requireQA,
  allow: [...ALLOWED],
  readsCalibration: name === "GPS" || name === "LMS" || name === "EO",
  readsInstruction: name === "DEL1",
  needs: NEEDS[name],
});
const STAGES = ["PI1_MineIP1", "ICP1_MineIP1", "MiningAI3"].map((name) => job("stage", name, true));
/** EO needs nothing of the point clouds that stand before it. */
const BRANCHES = [...STAGES.slice(0, 2), job("stage", "EO", true), ...STAGES.slice(2)];

const template = (
  name: string,
  uploads: KnownTemplate["uploads"],
  jobs: readonly TemplateJob[],
  more: Partial<KnownTemplate> = {},
): KnownTemplate => ({ name, area: "ip", uploads, locked: false, jobs, ...more });

const FIRST = [job("gps", "GPS", true), job("lms", "LMS")];

/** Templates of a few stages, all of whose flags are set. */
export const TEST_TEMPLATES: KnownTemplates = new Map(
  [
    template("LiDAR", ["LiDAR"], [...FIRST, ...STAGES]),
    template("LiDAR-MiningAI", ["LiDAR"], [...FIRST, ...STAGES]),
    template("Delivery", ["LiDAR"], [...FIRST, ...STAGES, job("stage", "DEL1")]),
    template("PowerICP", ["LiDAR"], [...FIRST, ...STAGES], { locked: true }),
    template("Imagery", ["MediumFormatImagery"], [job("gps", "GPS"), job("stage", "EO")]),
    template("Branches", ["LiDAR"], [...FIRST, ...BRANCHES]),
    template("Unknown", ["LiDAR"], [...FIRST, job("stage", "Gone"), job("stage", "EO")]),
    template("TerrainMapper", ["TerrainMapperLAZ"], STAGES, { area: "iptm" }),
  ].map((each) => [each.name, each]),
);

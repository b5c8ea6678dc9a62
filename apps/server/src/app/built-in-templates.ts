import type { TemplateFile } from "@swath/contract/processing";
import {
  type KnownTemplates,
  knownTemplates,
  type StageFacts,
} from "../domain/processing/known-templates.ts";

type Label = readonly [label: string, requireQA?: boolean];

/** What records need of the default pipeline's stages. */
const STAGES: Readonly<Record<string, Label>> = {
  GPS: ["GPS & EO", true],
  LMS: ["LMS"],
  EO: ["EO"],
  PI1_MineIP1: ["Point index"],
  ICP1_MineIP1: ["Strip differences"],
  ICP2_MineIP1: ["Strip adjustment", true],
  MiningAI3: ["Classification", true],
  DEM1: ["Elevation models"],
  QA1: ["Quality", true],
};
const CLOUD = ["PI1_MineIP1", "ICP1_MineIP1", "ICP2_MineIP1", "DEM1", "QA1"];
const MINING = ["PI1_MineIP1", "ICP1_MineIP1", "ICP2_MineIP1", "MiningAI3", "DEM1", "QA1"];

const lidar = (name: string, stages: string[], locked = false): TemplateFile => ({
  name,
  version: 1,
  uploads: ["LiDAR"],
  area: "ip",
  gps: "GPS",
  lms: "LMS",
  stages,
  locked,
});
const imagery = (name: string): TemplateFile => ({
  name,
  version: 1,
  uploads: ["MediumFormatImagery"],
  area: "ip",
  gps: "GPS",
  stages: ["EO"],
  locked: false,
});

const TEMPLATES: readonly TemplateFile[] = [
  lidar("LiDAR", CLOUD),
  lidar("LiDAR-MiningAI", MINING),
  lidar("PowerICP", CLOUD, true),
  imagery("Imagery"),
  imagery("RGBN"),
  {
    name: "TerrainMapper",
    version: 1,
    uploads: ["TerrainMapperLAZ"],
    area: "iptm",
    stages: MINING,
    locked: false,
  },
];

const stageOf = (name: string, [label, requireQA = false]: Label): [string, StageFacts] => [
  name,
  { label, requireQA, allow: ["manual", "ignore", "supersede"] },
];

/** The templates of the default pipeline, where no files say otherwise. */
export const BUILT_IN_TEMPLATES: KnownTemplates = knownTemplates(
  TEMPLATES,
  new Map(Object.entries(STAGES).map(([name, label]) => stageOf(name, label))),
);

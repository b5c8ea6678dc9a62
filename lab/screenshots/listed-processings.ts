import { JOB_STATUSES, statusesOf } from "@swath/contract/processing";

const STEPS = 20;

interface Listed {
  readonly GPSProcStatus: string | null;
  readonly LMSProcStatus: string | null;
  readonly ClusterProcessing: readonly object[];
}

const full = (list: unknown): Listed => {
  const found = (list as readonly Listed[]).find(
    (row) => row.GPSProcStatus !== null && row.LMSProcStatus !== null && row.ClusterProcessing[0],
  );
  if (found === undefined) throw new Error("the list has no row with stages");
  return found;
};

const turn = <T>(values: readonly T[], index: number): T => values[index % values.length]!;
const idOf = (index: number): string => String(index).padStart(24, "0");

/** Rows that show every status of each column, and every condition of a row. */
export function everyStatus(list: unknown): object[] {
  const row = full(list);
  const stages = statusesOf("stage");
  return Array.from({ length: 10 }, (_row, index) => ({
    ...row,
    _id: idOf(index),
    GPSProcStatus: turn(statusesOf("gps"), index),
    LMSProcStatus: turn(statusesOf("lms"), index),
    DocumentMajorVersion: 4.2,
    isArchived: false,
    Active: index !== 8,
    deletedSuperseded: false,
    ClusterProcessing: Array.from({ length: 8 }, (_, n) => ({
      ...turn(row.ClusterProcessing, n),
      Name: `${turn(["PI1", "ICP1", "ICP2", "MiningAI3", "DEM1", "QA1"], n)}_${n}`,
      Status: turn(stages, index * 8 + n),
    })),
  }));
}

const CUSTOM = {
  eo_only: true,
  counter: 2,
  gpsFiles: 4,
  rangeFiles: null,
  gpsStartTime: 300_000,
  gpsEndTime: 300_120.5,
};

/** Archives of each generation, what is superseded, what was deleted. */
export function everyCondition(list: unknown): object[] {
  const row = {
    ...full(list),
    archiveS3PathLiDAR: "s3://swath-archive/FL000101/LiDAR/",
    ArchiveOpens: true,
  };
  const archived = { isArchived: true, ProjectStatus: "Closed" };
  const conditions = [
    { DocumentMajorVersion: 1.4, ...archived },
    { DocumentMajorVersion: 3, ...archived },
    { DocumentMajorVersion: 4.2, ...archived },
    { Active: false },
    { Active: false, deletedSuperseded: true },
    { CustomProcessing: CUSTOM, LMSProcStatus: "NOT_APPLICABLE" },
    { isSplitFlight: true, ProjectAOINo: 2 },
    { Locked: true, ProcessingTemplate: "PowerICP" },
  ];
  return Array.from(conditions, (condition, index) => ({ ...row, _id: idOf(index), ...condition }));
}

/** A pipeline that is longer than what is in sight. */
export function longPipelines(list: unknown): unknown {
  const { documents, count } = list as { documents: readonly Listed[]; count: number };
  return {
    count,
    documents: Array.from(documents, (row) => ({
      ...row,
      ClusterProcessing: Array.from({ length: row.ClusterProcessing[0] ? STEPS : 0 }, (_, n) => ({
        ...turn(row.ClusterProcessing, n),
        Name: `Step${n + 1}_TM`,
        Label: `Step ${n + 1}`,
        Status: turn(
          JOB_STATUSES.filter((status) => statusesOf("stage").includes(status)),
          n,
        ),
      })),
    })),
  };
}

/** How a stage divides its work. */
export type Division =
  | { readonly by: "file" }
  | {
      readonly by: "tile";
      /** Of a tile, and width of what is read around it, m. */
      readonly side: number;
      readonly collar: number;
      /** How much farther it reads than it uses, m. */
      readonly beyond?: number;
      /** Whether parts of files are read, or each file that touches the tile. */
      readonly reads: "ranges" | "files";
    }
  | { readonly by: "once" };

/** What a stage takes, measured on one core (docs/measurements/processing.md); bytes are those of the store. */
export interface StageCost {
  readonly stage: string;
  /** Stages whose outputs it reads. */
  readonly after: readonly string[];
  readonly division: Division;
  /** Processor seconds of a task, and of a million points that it reads. */
  readonly taskSeconds: number;
  readonly secondsPerMillion: number;
  /** Bytes of a point that it reads (null: as recorded), and that it writes of a point of its own. */
  readonly readBytes: number | null;
  readonly writtenBytes: number;
  /** MB of a task, and of a million points more, until there is no more to hold. */
  readonly memory: { readonly base: number; readonly perMillion: number; readonly most: number };
  /** Of the call that joins: processor seconds and bytes of a million points of the flight, and of a task; MB. */
  readonly join?: {
    readonly secondsPerMillion: number;
    readonly secondsPerTask: number;
    readonly bytesPerPoint: number;
    readonly memory: number;
  };
}

/** Bytes of a point in LAZ or COPC, of format 6. */
const CLOUD = 9;
const TILE = 1_000;
/** Bytes of a point in surfaces of cells of 1, 2 and 4 m, at 8 points a square metre. */
const STRIPS = 0.7;
/** The join of strips reads surfaces alone. */
const STRIP_JOIN = {
  secondsPerMillion: 0.05,
  secondsPerTask: 0.01,
  bytesPerPoint: STRIPS,
  memory: 500,
};

/** The stages of the default pipeline, in order. */
export const STAGE_COSTS: readonly StageCost[] = [
  {
    stage: "LMS",
    after: [],
    division: { by: "file" },
    taskSeconds: 2,
    secondsPerMillion: 1.6,
    readBytes: null,
    writtenBytes: CLOUD,
    memory: { base: 250, perMillion: 0, most: 300 },
  },
  {
    stage: "PI1_MineIP1",
    after: ["LMS"],
    division: { by: "file" },
    taskSeconds: 1,
    secondsPerMillion: 0.8,
    readBytes: CLOUD,
    writtenBytes: 0.01,
    memory: { base: 200, perMillion: 1, most: 420 },
    join: { secondsPerMillion: 0.002, secondsPerTask: 0.02, bytesPerPoint: 0.01, memory: 300 },
  },
  {
    stage: "ICP1_MineIP1",
    after: ["PI1_MineIP1"],
    division: { by: "file" },
    taskSeconds: 1,
    secondsPerMillion: 0.9,
    readBytes: CLOUD,
    writtenBytes: STRIPS,
    memory: { base: 200, perMillion: 8, most: 480 },
    join: STRIP_JOIN,
  },
  {
    stage: "ICP2_MineIP1",
    after: ["ICP1_MineIP1"],
    division: { by: "file" },
    taskSeconds: 1,
    secondsPerMillion: 2,
    readBytes: CLOUD,
    writtenBytes: CLOUD + STRIPS,
    memory: { base: 340, perMillion: 8, most: 580 },
    join: STRIP_JOIN,
  },
  {
    stage: "MiningAI3",
    after: ["ICP2_MineIP1"],
    division: { by: "tile", side: TILE, collar: 128, reads: "ranges" },
    taskSeconds: 1,
    secondsPerMillion: 3.1,
    readBytes: CLOUD,
    writtenBytes: CLOUD,
    memory: { base: 460, perMillion: 5, most: 580 },
    join: { secondsPerMillion: 0, secondsPerTask: 0.02, bytesPerPoint: 0.02, memory: 200 },
  },
  {
    stage: "DEM1",
    after: ["MiningAI3"],
    division: { by: "tile", side: TILE, collar: 40, beyond: 40, reads: "ranges" },
    taskSeconds: 3,
    secondsPerMillion: 0.6,
    readBytes: CLOUD,
    writtenBytes: 1,
    memory: { base: 480, perMillion: 0, most: 480 },
    join: { secondsPerMillion: 0, secondsPerTask: 0.1, bytesPerPoint: 1, memory: 300 },
  },
  {
    stage: "QA1",
    after: ["ICP2_MineIP1", "DEM1"],
    division: { by: "file" },
    taskSeconds: 1,
    secondsPerMillion: 0.9,
    readBytes: CLOUD,
    writtenBytes: 0.1,
    memory: { base: 200, perMillion: 5, most: 400 },
    join: { secondsPerMillion: 0.01, secondsPerTask: 0.1, bytesPerPoint: 0.1, memory: 500 },
  },
  {
    stage: "DEL1",
    after: ["MiningAI3", "QA1"],
    division: { by: "tile", side: TILE, collar: 20, reads: "ranges" },
    taskSeconds: 2,
    secondsPerMillion: 3.3,
    readBytes: CLOUD,
    writtenBytes: CLOUD + 1,
    memory: { base: 400, perMillion: 8, most: 530 },
    join: { secondsPerMillion: 0, secondsPerTask: 0.01, bytesPerPoint: 0, memory: 200 },
  },
];

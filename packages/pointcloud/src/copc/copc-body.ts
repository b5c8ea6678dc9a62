import {
  type ByteSink,
  type ExtendedRecords,
  extendedRecordBytes,
  type LasBody,
  type LasRecord,
  type LasSettings,
} from "../las/index.ts";
import { laszipRecord, layeredItems, type LazItem, VARIABLE } from "../laz/index.ts";
import { type CopcInfo, HIERARCHY_RECORD, infoRecord } from "./copc-records.ts";
import { hierarchyPages } from "./hierarchy-pages.ts";
import { NodeFile } from "./node-file.ts";
import { newExtremes, OctreeCube, widen } from "./octree-cube.ts";
import type { PointSpool } from "./point-spool.ts";
import { SpooledOctree } from "./spooled-octree.ts";

/** How an octree is divided: by these alone, so that the same points make the same one. */
export interface CopcLimits {
  /** Points that are divided in memory: some 60 bytes each. */
  readonly memoryPoints: number;
  /** Most points of a node. */
  readonly nodePoints: number;
}

const LIMITS: CopcLimits = { memoryPoints: 1_000_000, nodePoints: 100_000 };
const EXTENDED_HEAD = 60;
const ALL = "all";
const EMPTY: CopcInfo = {
  center: [0, 0, 0],
  half: 1,
  spacing: 1,
  rootPage: { at: 0, bytes: 0 },
  times: [0, 0],
};

/**
 * Points of formats 6 to 8 as COPC 1.0: spooled as they come, since the octree is that of all of them,
 * and written by {@link CopcBody.end} node by node. The same points in the same order give the same bytes.
 */
export class CopcBody implements LasBody {
  readonly isCompressed = true;
  readonly #sink: ByteSink;
  readonly #settings: LasSettings;
  readonly #spool: PointSpool;
  readonly #items: readonly LazItem[];
  readonly #recordBytes: number;
  readonly #nodes: NodeFile;
  readonly #limits: CopcLimits;
  readonly #extremes = newExtremes();
  #info = EMPTY;
  #points = 0;

  constructor(
    sink: ByteSink,
    settings: LasSettings,
    spool: PointSpool,
    limits: Partial<CopcLimits> = {},
    /** Called with how many points stand in the file, after each node. */
    onWritten: (points: number) => void = () => undefined,
  ) {
    const { pointFormat, extraBytes = 0 } = settings;
    if (!isOfCopc(pointFormat)) throw new RangeError(`point format ${pointFormat} is none of COPC`);
    this.#sink = sink;
    this.#settings = settings;
    this.#spool = spool;
    this.#items = layeredItems(pointFormat, extraBytes);
    this.#recordBytes = this.#items.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#limits = { ...LIMITS, ...limits };
    this.#nodes = new NodeFile(sink, this.#items, this.#limits.nodePoints, onWritten);
  }

  get records(): readonly LasRecord[] {
    return [infoRecord(this.#info), laszipRecord(this.#items, VARIABLE)];
  }

  async begin(at: number): Promise<void> {
    await this.#nodes.file.begin(at);
  }

  async append(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    widen(this.#extremes, bytes, this.#recordBytes);
    this.#points += bytes.length / this.#recordBytes;
    await this.#spool.append(ALL, bytes);
  }

  async end(): Promise<ExtendedRecords> {
    if (this.#points > 0) await this.#writeNodes();
    await this.#nodes.file.end();
    const start = this.#nodes.file.at;
    const { bytes, root } = hierarchyPages(this.#nodes.entries, start + EXTENDED_HEAD);
    this.#info = { ...this.#info, rootPage: root };
    const record = { ...HIERARCHY_RECORD, description: "EPT Hierarchy", data: bytes };
    await this.#sink.write(extendedRecordBytes(record));
    return { start, count: 1 };
  }

  async #writeNodes(): Promise<void> {
    const cube = new OctreeCube(this.#settings, this.#extremes);
    const [recordBytes, nodes] = [this.#recordBytes, this.#nodes];
    const { times } = this.#extremes;
    this.#info = { ...this.#info, ...cube.cube, spacing: cube.spacing, times };
    const { memoryPoints, nodePoints } = this.#limits;
    const build = { cube, nodes, recordBytes, nodePoints };
    const tree = new SpooledOctree(build, this.#spool, memoryPoints);
    await tree.write(ALL, this.#points, 0);
  }
}

/** Whether points of a format may stand in COPC: formats 6, 7 and 8. */
export const isOfCopc = (pointFormat: number): boolean => pointFormat >= 6 && pointFormat <= 8;

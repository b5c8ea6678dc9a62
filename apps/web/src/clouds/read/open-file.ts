import { CopcFault, copcInfo, CopcTree } from "@swath/pointcloud/copc";
import { type LasFile, openLas, wktOf } from "@swath/pointcloud/las";
import { laszipOf, recordPlan } from "@swath/pointcloud/laz";
import type { ChunkCoding } from "../points/decode-node.ts";
import { CloudFault } from "./decoders.ts";
import type { RangeSource } from "./range-source.ts";

/** A file of a cloud, with its octree as far as it was read. */
export interface CloudFile {
  /** As people know it. */
  readonly name: string;
  readonly coding: ChunkCoding;
  readonly tree: CopcTree;
  readonly points: number;
  /** In the units of its system, as its header has them. */
  readonly bounds: LasFile["header"]["bounds"];
  readonly crs: LasFile["crs"];
  readonly wkt: string | undefined;
  readonly hasColors: boolean;
  /** Least and greatest GPS time, as its octree states them. */
  readonly times: readonly [number, number];
}

/** Thrown where a file has no octree by which parts of it could be shown. */
export class NoOctree extends CloudFault {}

/** Point formats that COPC has (COPC 1.0, Key aspects). */
const FORMATS = new Set([6, 7, 8]);

/** Header, records and the root's page of a file; throws {@link CloudFault} with what is wrong with it. */
export async function openFile(source: RangeSource, name: string): Promise<CloudFile> {
  const opened = await openLas(source);
  if ("fault" in opened) throw new CloudFault(`${name} ${opened.fault}.`);
  const { file } = opened;
  const info = copcInfo(file.records);
  const laszip = laszipOf(file.records);
  if (info === undefined || laszip === undefined || !FORMATS.has(file.header.pointFormat))
    throw new NoOctree(`${name} has no octree (COPC), so that no part of it can be shown.`);
  const plan = recordPlan(file, laszip);
  if (typeof plan === "string") throw new CloudFault(`${name} ${plan}.`);
  const { pointFormat, recordBytes, pointCount, bounds } = file.header;
  if (![...bounds.min, ...bounds.max].every(Number.isFinite))
    throw new CloudFault(`${name} has bounds that are not numbers.`);
  const { scale, offset, timeShift, crs, records } = file;
  return {
    name,
    coding: { items: laszip.items, pointFormat, recordBytes, scale, offset, timeShift },
    tree: await inWords(name, () => CopcTree.open(source.read, source.size, info, pointCount)),
    points: pointCount,
    bounds,
    crs,
    wkt: wktOf(records),
    hasColors: pointFormat > 6,
    times: info.times,
  };
}

/** What reads a hierarchy, whose faults are said of its file. */
export async function inWords<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CopcFault) throw new CloudFault(`${name} ${error.message}.`);
    throw error;
  }
}

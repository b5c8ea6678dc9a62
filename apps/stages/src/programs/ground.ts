import { CoverageGrid } from "@swath/pointcloud/grid";
import { classifyPoints, TerrainModel } from "@swath/pointcloud/ground";
import { BLOCK_POINTS, CLASS, isLast, type PointBlock } from "@swath/pointcloud/points";
import { z } from "zod";
import { projectEpsg, systemNotes, systemOfCloud } from "../coordinates/check-system.ts";
import {
  count,
  figure,
  type ProgramMeasure,
  share,
  writeMeasures,
} from "../files/write-outputs.ts";
import { TILE_COVER_CELL, writeCover } from "../points/cloud-cover.ts";
import { LostParts } from "../points/lost-parts.ts";
import { copcOrLaz, writePoints } from "../points/write-points.ts";
import { program, type ProgramOutput } from "../program.ts";
import { cellsOfCloud } from "./cloud-cells.ts";
import { systemMeasures } from "./cloud-measures.ts";
import { fileToClassify, tileToClassify } from "./cloud-to-classify.ts";

const options = z.strictObject({
  /** LAS or LAZ file; else a tile of the list in `divided`, of the files in a folder. */
  in: z.string().optional(),
  tile: z.string().default(""),
  divided: z.string().default(""),
  points: z.string().default(""),
  out: z.string(),
  work: z.string().optional(),
  processing: z.string().optional(),
  epsg: z.coerce.number().int().nonnegative().default(0),
  /** Side of a cell, m. */
  cell: z.coerce.number().min(0.1).max(20).default(1),
  /** Least step that bounds what stands on the ground, and least distance of points from the ground, m. */
  step: z.coerce.number().min(0.3).max(5).default(0.8),
  threshold: z.coerce.number().positive().max(10).default(0.15),
  /** Smallest building, m². */
  building: z.coerce.number().positive().max(10_000).default(12),
  /** What becomes of the classes that points came with. */
  classes: z.enum(["replace", "keep"]).default("replace"),
});

/**
 * Classifies the points of a tile, of all lines over it, by the surfaces of its place and of what lies around
 * (MiningAI3), or those of one file: ground, buildings, bridges and water by surfaces, vegetation by height, noise.
 * Writes them (`NAME.copc.laz`; with waveforms `NAME.laz`), their cover, and measures.
 */
export const ground = program(
  options,
  async ({ in: path, out, work, classes, ...rest }, output) => {
    const cloud = path === undefined ? await tileToClassify(rest) : await fileToClassify(path);
    const system = systemOfCloud(cloud.first, await projectEpsg(rest));
    for (const file of cloud.files) for (const note of systemNotes(file, system)) output.note(note);
    const scale = cloud.scaleOf(system);
    const progress = progressOf(cloud.points, output);
    const { lowest, boxes } = await cellsOfCloud(
      { ...cloud, read: (use) => cloud.read((block) => use(block)) },
      scale,
      rest.cell,
      progress,
    );
    const terrain = new TerrainModel(lowest, rest);
    const settings = cloud.settingsIn(system);
    const tally = new ClassTally();
    const source = new SourceClasses(classes === "keep");
    const lostParts = new LostParts(path === undefined ? [] : [cloud.first.las]);
    const cover = new CoverageGrid(TILE_COVER_CELL);
    const classification = new Uint8Array(BLOCK_POINTS);
    const coding = copcOrLaz(settings);
    const name = await writePoints({ out, work }, cloud.stem, coding, settings, (append) =>
      cloud.read(async (block, number) => {
        const own = cloud.own(block, number);
        progress(block.count);
        if (own.count === 0) return;
        classifyPoints(own, scale, { terrain, boxes }, rest.threshold, classification);
        source.apply(own, classification);
        tally.add(own, classification);
        for (let point = 0; point < own.count; point += 1)
          cover.add(own.x[point]! * scale.x, own.y[point]! * scale.y);
        await append({ ...cloud.joined(own, number, lostParts), classification });
      }),
    );
    await writeCover(out, cloud.stem, name, { scale, cover });
    const label = "Side of the cells, the largest of all tiles";
    const used = figure("cell", label, lowest.cell, "m", "maximum");
    await writeMeasures(out, [
      ...tally.measures(),
      ...source.measures(),
      ...lostParts.measures(),
      used,
      ...(path === undefined ? [] : systemMeasures([cloud.first])),
    ]);
  },
);

/** Each point is read twice. */
function progressOf(points: number, output: ProgramOutput): (points: number) => void {
  const all = points * 2;
  let done = 0;
  return (read) => {
    done += read;
    output.progress(done / all);
  };
}

/** Counts classes before and after a classification, for its measures. */
class ClassTally {
  readonly #after = new Float64Array(256);
  #points = 0;
  #lastReturns = 0;
  #groundOfLast = 0;
  /** Last returns that came with a class: all, and those on whose ground both agree. */
  #classified = 0;
  #agreed = 0;
  #groundBefore = 0;

  /** Adds a block with its old classes and its new ones. */
  add(block: PointBlock, after: Uint8Array): void {
    this.#points += block.count;
    for (let point = 0; point < block.count; point += 1) {
      this.#after[after[point]!]! += 1;
      if (!isLast(block, point)) continue;
      const [was, is] = [block.classification[point]!, after[point]!];
      this.#lastReturns += 1;
      if (is === CLASS.ground) this.#groundOfLast += 1;
      if (was === CLASS.never || was === CLASS.unclassified) continue;
      this.#classified += 1;
      if (was === CLASS.ground) this.#groundBefore += 1;
      if ((was === CLASS.ground) === (is === CLASS.ground)) this.#agreed += 1;
    }
  }

  measures(): ProgramMeasure[] {
    const of = (...classes: number[]): number =>
      classes.reduce((sum, each) => sum + this.#after[each]!, 0);
    const vegetation = of(CLASS.lowVegetation, CLASS.mediumVegetation, CLASS.highVegetation);
    const { building, bridge, water, lowNoise, highNoise } = CLASS;
    return [
      count("points", "Points", this.#points),
      share("groundShare", "Ground, of last returns", this.#groundOfLast, this.#lastReturns),
      share("vegetationShare", "Vegetation", vegetation, this.#points),
      share("buildingShare", "Buildings", of(building), this.#points),
      count("bridgePoints", "Points of bridges", of(bridge)),
      count("waterPoints", "Points of water", of(water)),
      count("noise", "Noise", of(lowNoise, highNoise)),
      ...this.#agreement(),
    ];
  }

  /** Empty where no point came with a class; without a value where no class was ground. */
  #agreement(): ProgramMeasure[] {
    if (this.#classified === 0) return [];
    const label = "Agreement with the cloud's own classes";
    const agreement = share("agreement", label, this.#agreed, this.#classified);
    return [this.#groundBefore > 0 ? agreement : { ...agreement, value: null }];
  }
}

/** Classes that points came with: replaced by ours and counted, or kept. */
class SourceClasses {
  readonly #keeps: boolean;
  #kept = 0;
  #replaced = 0;

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  /** Puts back the classes that are kept; what never was classified has none. */
  apply({ count: points, classification: before }: PointBlock, classes: Uint8Array): void {
    for (let point = 0; point < points; point += 1) {
      const was = before[point]!;
      if (was === CLASS.never || was === CLASS.unclassified) continue;
      if (this.#keeps) classes[point] = was;
      if (classes[point] === was) this.#kept += 1;
      else this.#replaced += 1;
    }
  }

  /** Nothing where no point came with a class. */
  measures(): ProgramMeasure[] {
    if (this.#kept + this.#replaced === 0) return [];
    return [
      count("keptClasses", "Points that keep the class of the source", this.#kept),
      count("replacedClasses", "Points whose class of the source was replaced", this.#replaced),
    ];
  }
}

import type { CloudFigures } from "./cloud-truth.ts";
import type { ErrorFigures } from "./error-figures.ts";
import type { ExposureFigures } from "./exposure-truth.ts";
import type { SbetFigures } from "./sbet-truth.ts";
import type { PairFigures, ShiftFigures } from "./strip-truth.ts";
import type { TerrainFigures } from "./terrain-truth.ts";
import type { Truth } from "./truth-file.ts";

/** Everything that was compared; what no file was given for is absent. */
export interface TruthReport {
  readonly truth: Pick<Truth, "crs" | "seed" | "noise" | "planted"> & { readonly samples: number };
  readonly cloud?: CloudFigures;
  readonly terrain?: TerrainFigures;
  readonly sbet?: SbetFigures;
  readonly exposures?: ExposureFigures;
  readonly pairs?: PairFigures;
  readonly shifts?: ShiftFigures;
}

/** A figure that issue 13 bounds. */
export interface Bound {
  readonly what: string;
  readonly value: number | null;
  readonly unit: string;
  readonly most?: number;
  readonly least?: number;
  readonly held: boolean;
}

type Limit = { readonly most: number } | { readonly least: number };

function bound(what: string, value: number | null, unit: string, limit: Limit): Bound {
  const held =
    value !== null && ("most" in limit ? Math.abs(value) <= limit.most : value >= limit.least);
  return { what, value, unit, ...limit, held };
}

const GROUND = ["ground", "road"] as const;

function heightBounds({ noise }: TruthReport["truth"], { surfaces }: CloudFigures): Bound[] {
  return GROUND.flatMap((surface) => {
    const { plane, points } = surfaces[surface];
    // What was measured without noise is right at every sample; among points may be one of a twig.
    if (noise === 0)
      return [
        bound(`${surface} at every sample`, plane.worst, "m", { most: 0.002 }),
        bound(`${surface} points within 2 mm`, points.within2mm, "", { least: 0.99 }),
      ];
    return [
      bound(`${surface} RMSE`, points.rmse, "m", { most: 0.03 }),
      bound(`${surface} bias`, points.bias, "m", { most: 0.005 }),
    ];
  });
}

/** What issue 13 asks for, of the figures that there are; places only where no error was planted. */
export function boundsOf(report: TruthReport): Bound[] {
  const { truth, cloud, terrain, sbet, exposures, pairs, shifts } = report;
  const flawless = Object.keys(truth.planted).length === 0;
  const bounds: Bound[] = [];
  if (cloud !== undefined && flawless) bounds.push(...heightBounds(truth, cloud));
  if (cloud?.classes !== undefined)
    bounds.push(
      bound("ground not called ground (type I)", cloud.classes.typeOne, "", { most: 0.05 }),
      bound("other called ground (type II)", cloud.classes.typeTwo, "", { most: 0.05 }),
    );
  if (terrain !== undefined)
    bounds.push(bound("terrain model RMS", terrain.rmse, "m", { most: 0.1 }));
  if (sbet !== undefined && flawless)
    bounds.push(
      bound("trajectory position", sbet.position.worst, "m", { most: 0.005 }),
      ...(["roll", "pitch", "heading"] as const).map((angle) =>
        bound(`trajectory ${angle}`, sbet[angle].worst, "°", { most: 0.001 }),
      ),
    );
  if (exposures !== undefined && flawless)
    bounds.push(
      bound("exposure position", exposures.position.worst, "m", { most: 0.005 }),
      bound("exposure attitude", exposures.attitude.worst, "°", { most: 0.001 }),
    );
  if (pairs !== undefined && flawless)
    bounds.push(bound("strip pairs, worst median", pairs.worstMedian, "m", { most: 0.05 }));
  if (shifts?.heightJumpError !== undefined && shifts.heightJumpError !== null)
    bounds.push(bound("height jump found", shifts.heightJumpError, "m", { most: 0.005 }));
  return bounds;
}

const cell = (value: number | null): string =>
  (value === null ? "–" : value.toFixed(5)).padStart(11);

function errorLine(name: string, figures: ErrorFigures): string {
  const { count, bias, rmse, p95, worst, within2mm } = figures;
  const near = percent(within2mm);
  return `  ${name.padEnd(26)}${String(count).padStart(9)}${[bias, rmse, p95, worst].map(cell).join("")}${near.padStart(10)}`;
}

const HEAD = `  ${"".padEnd(26)}${["count", "bias", "RMSE", "p95", "worst", "≤ 0.002"].map((name, i) => name.padStart(i === 0 ? 9 : i === 5 ? 10 : 11)).join("")}`;

const percent = (value: number | null): string =>
  value === null ? "–" : `${(100 * value).toFixed(2)} %`;

function cloudLines({ surfaces, lines, classes, points, samplesReached }: CloudFigures): string[] {
  const per = Object.entries(surfaces).flatMap(([surface, figures]) => [
    errorLine(`${surface}: planes`, figures.plane),
    errorLine(`${surface}: points`, figures.points),
  ]);
  const strips = Object.entries(lines).map(([id, figures]) => errorLine(`line ${id}`, figures));
  return [
    `points: ${points}, samples reached: ${samplesReached}`,
    ...per,
    ...strips,
    ...(classes === undefined
      ? []
      : [
          `  class 2: type I ${percent(classes.typeOne)} of ${classes.groundPoints}, ` +
            `type II ${percent(classes.typeTwo)} of ${classes.otherPoints}`,
        ]),
  ];
}

function boundLine({ what, value, unit, most, least, held }: Bound): string {
  const limit = most === undefined ? `≥ ${least ?? ""}` : `≤ ${most}`;
  return `  ${what.padEnd(38)}${cell(value)} ${unit.padEnd(3)}${limit.padEnd(10)}${held ? "held" : "MISSED"}`;
}

/** A table of a report for people. */
export function reportTable(report: TruthReport, bounds: readonly Bound[]): string {
  const { truth, cloud, terrain, sbet, exposures, pairs, shifts } = report;
  const planted = Object.entries(truth.planted).map(([name, value]) => `${name} ${value}`);
  const lines = [
    `truth: seed ${truth.seed}, noise ${truth.noise} m, EPSG:${truth.crs}, ${truth.samples} samples, ` +
      `planted: ${planted.join(", ") || "nothing"}`,
    HEAD,
    ...(cloud === undefined ? [] : cloudLines(cloud)),
    ...(terrain === undefined ? [] : [errorLine(`terrain (${terrain.empty} empty)`, terrain)]),
  ];
  if (sbet !== undefined)
    for (const name of ["position", "height", "roll", "pitch", "heading"] as const)
      lines.push(errorLine(`trajectory ${name}`, sbet[name]));
  if (sbet !== undefined) lines.push(`  trajectory: ${sbet.uncovered} s without a solution`);
  if (exposures !== undefined)
    lines.push(
      errorLine("exposure position", exposures.position),
      errorLine("exposure attitude", exposures.attitude),
      `  exposures: ${exposures.exposures}, of which ${exposures.unjudged} could not be judged`,
    );
  if (pairs !== undefined)
    lines.push(
      `  ${pairs.pairs} strip pairs: RMS ${pairs.rms.toFixed(4)}, worst ${pairs.worstRms.toFixed(4)}, worst median ${pairs.worstMedian.toFixed(4)} m`,
    );
  if (shifts !== undefined) lines.push(`  largest shift: ${shifts.largest.toFixed(4)} m`);
  return [...lines, "bounds of issue 13:", ...bounds.map(boundLine)].join("\n");
}

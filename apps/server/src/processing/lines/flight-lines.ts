import { AppError } from "@swath/contract/errors";
import { flightLinesFile, LINES_JOB, type Reflight } from "@swath/contract/processing";
import { outputBucket } from "../../domain/processing/output-place.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import { xxh128Of } from "../../platform/hashing/xxh128.ts";
import type { ObjectPlace } from "../../platform/object-store/object-store.ts";
import type { InputFile } from "../inputs/input-file.ts";
import { outputFiles } from "../inputs/output-files.ts";
import type { RunDeps } from "../processing-deps.ts";
import { flownSource, nameOf, planSources, readFlown, readPlans } from "./line-sources.ts";
import { workInThread } from "./line-thread.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets">;

/** Counted up where the same sources are drawn in another way. */
const DRAWN_AS = 1;

const folderOf = ({ guid }: Processing): string => `${guid}/${LINES_JOB}/`;

async function has({ store }: Deps, { bucket, key }: ObjectPlace): Promise<boolean> {
  return (await store.head(bucket, key)) !== undefined;
}

/** The key of lines that are made of these sources: others are others' files. */
async function madeKey(
  processing: Processing,
  sources: readonly InputFile[],
  aoiNumber: number,
): Promise<string> {
  const facts = sources.map(({ bucket, key, size, xxh128 }) => [bucket, key, size, xxh128]);
  const hash = await xxh128Of(Buffer.from(JSON.stringify([DRAWN_AS, aoiNumber, facts])));
  return `${folderOf(processing)}.made-${hash}/${flightLinesFile(aoiNumber)}`;
}

/** Draws lines where nobody has yet: of the job's own lines, else of the published trajectory. */
async function makeLines(
  deps: Deps,
  processing: Processing,
  aoiNumber: number,
): Promise<ObjectPlace> {
  const source = await flownSource(deps, processing, ["lines", "trajectory"]);
  if (source === undefined)
    throw new AppError("OBJECT_NOT_FOUND", "no flight lines and no trajectory are published");
  const plans = await planSources(deps, processing);
  const bucket = deps.buckets[outputBucket(processing, LINES_JOB)];
  const place = { bucket, key: await madeKey(processing, [source.file, ...plans], aoiNumber) };
  if (await has(deps, place)) return place;
  const flown = await readFlown(deps, source);
  const result = await workInThread({
    make: "kmz",
    flown,
    plans: await readPlans(deps, plans),
    aoiNumber,
  });
  if (result === undefined || !("kmz" in result))
    throw new AppError("OBJECT_NOT_FOUND", "what was published of the lines cannot be read");
  await deps.store.write(bucket, place.key, [result.kmz], { size: result.kmz.length });
  return place;
}

/**
 * Where the flight lines of an area of interest stand: what the published attempt drew, what stands in
 * the job's folder otherwise (an earlier pipeline's, or done by hand), else they are made, once for the
 * same sources. OBJECT_NOT_FOUND where there is nothing to make them of.
 */
export async function flightLines(
  deps: Deps,
  processing: Processing,
  aoiNumber: number,
): Promise<ObjectPlace> {
  const name = flightLinesFile(aoiNumber);
  const outputs = (await outputFiles(deps, processing, LINES_JOB)) ?? [];
  const drawn = outputs.find(({ path }) => path === name);
  if (drawn !== undefined) return { bucket: drawn.bucket, key: drawn.key };
  const bucket = deps.buckets[outputBucket(processing, LINES_JOB)];
  const plain = { bucket, key: `${folderOf(processing)}${name}` };
  return (await has(deps, plain)) ? plain : makeLines(deps, processing, aoiNumber);
}

/** The planned lines of a processing's area beside the flown ones, by the trajectory if there is one. */
export async function readReflight(
  deps: Pick<RunDeps, "db" | "store" | "buckets">,
  processing: Processing,
): Promise<Reflight> {
  const plans = await planSources(deps, processing);
  const source = await flownSource(deps, processing, ["trajectory", "lines"]);
  const names = plans.map(nameOf);
  const none = { plans: names, unreadPlans: [], lines: [], linesLeftOut: 0 };
  if (source === undefined || plans.length === 0) return { ...none, flownBy: source?.by ?? null };
  const result = await workInThread({
    make: "reflight",
    flown: await readFlown(deps, source),
    plans: await readPlans(deps, plans),
    aoiNumber: processing.aoi_no,
  });
  if (result === undefined || !("reflight" in result))
    throw new AppError("OBJECT_NOT_FOUND", "what was published of the lines cannot be read");
  return { ...result.reflight, flownBy: source.by };
}

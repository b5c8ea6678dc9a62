import type { FlightRuns } from "@swath/contract/processing";
import { indexFileSchema } from "../../../apps/stages/src/points/index-file.ts";
import type { PlanOptions } from "../read-options.ts";
import { Refused, type Service as HttpService } from "../service.ts";
import { planLines } from "./plan-lines.ts";
import { planPipeline } from "./plan-pipeline.ts";
import { describedFiles, DESCRIBED, type PlannedFile } from "./planned-flight.ts";
import { STAGE_COSTS } from "./stage-costs.ts";

type Service = Pick<HttpService, "runsOf" | "outputsOf" | "readOutput">;
type Processing = FlightRuns[number];

interface Output {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

/** The job whose index has the files, and the one whose files it is of. */
const INDEX_JOB = "PI1_MineIP1";
const INDEX_FILE = "index.json";
const POINTS_JOB = "LMS";
const NOT_PLANNED = 2;
const METRES_OF_DEGREE = 111_320;

/** Prints the plan of a flight or a described one; answers the exit code, 2 where there is none to plan. */
export async function printPlan(
  openService: () => Promise<Service>,
  options: PlanOptions,
  { print, printError }: Output,
): Promise<number> {
  const flights =
    options.flightId === undefined
      ? [{ title: undefined, files: describedFiles({ ...DESCRIBED, ...options }) }]
      : await indexedFlights(await openService(), options.flightId, options);
  for (const { title, files } of flights) {
    if (title !== undefined) print(title);
    const plan = planPipeline(files, STAGE_COSTS, options.cores);
    for (const line of planLines(files, plan, options.cores)) print(line);
  }
  if (flights.length > 0) return 0;
  printError(
    `No points of ${options.flightId} are indexed yet (${INDEX_JOB}): describe them by --points and --files.`,
  );
  return NOT_PLANNED;
}

async function indexedFlights(
  service: Service,
  flightId: string,
  { sensorId }: Pick<PlanOptions, "sensorId">,
) {
  const found: { title: string; files: readonly PlannedFile[] }[] = [];
  for (const processing of await service.runsOf(flightId)) {
    if (sensorId !== undefined && processing.sensorId !== sensorId) continue;
    const files = await indexedFiles(service, processing);
    if (files.length === 0) continue;
    found.push({ title: `${processing.sensorId}, ${processing.template ?? ""}`, files });
  }
  return found;
}

const publishedOf = ({ jobs }: Processing, name: string): number | undefined => {
  const latest = jobs.find((job) => job.name === name)?.latest;
  return latest?.published === true ? latest.attempt : undefined;
};

/** The files of a processing by its index; none where it has none. */
async function indexedFiles(service: Service, processing: Processing): Promise<PlannedFile[]> {
  const { processingId } = processing;
  const attempt = publishedOf(processing, INDEX_JOB);
  if (attempt === undefined) return [];
  const json = await service.readOutput(processingId, INDEX_JOB, attempt, INDEX_FILE);
  const index = indexFileSchema.safeParse(json);
  if (!index.success) throw new Refused(`${INDEX_FILE} of ${INDEX_JOB} is not as expected`);
  const placed = publishedOf(processing, POINTS_JOB);
  const outputs =
    placed === undefined ? [] : await service.outputsOf(processingId, POINTS_JOB, placed);
  const sizes = new Map(outputs.map(({ path, size }) => [path, size]));
  const { crs, files } = index.data;
  const metres = crs.geographic ? METRES_OF_DEGREE : crs.horizontalUnit;
  return files.flatMap(({ path, points, bounds }) => {
    if (bounds === null) return [];
    const [minX, minY, maxX, maxY] = [...bounds.min.slice(0, 2), ...bounds.max.slice(0, 2)].map(
      (place) => place * metres,
    ) as [number, number, number, number];
    return [{ points, bytes: sizes.get(path) ?? 0, box: { minX, minY, maxX, maxY } }];
  });
}

import { type KmzAddress, KMZ_KINDS, lineEndpoints } from "@swath/contract/processing";
import { recordEvent } from "../../platform/audit/record-event.ts";
import type { Serve } from "../../platform/http/serve.ts";
import type { InputFile } from "../inputs/input-file.ts";
import { temporaryAddress } from "../inputs/output-files.ts";
import type { RunDeps } from "../processing-deps.ts";
import { flightLines, readReflight } from "./flight-lines.ts";
import { flightMap } from "./flight-map.ts";
import { kmzFiles, nameOf } from "./line-sources.ts";
import { flightIdOf, isVisible, processingsOfFlight } from "../records/find-processing.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import type { Processing } from "../../domain/processing/processing.tables.ts";

type Deps = Pick<RunDeps, "db" | "store" | "buckets" | "clock">;

/** The processing whose lines a call requests. */
interface LinesOf {
  readonly guid: string;
  readonly sensorId: string;
  readonly projectId: string | null;
  readonly aoiNum: number;
}

const noProcessing = (): AppError =>
  new AppError("PROCESSING_NOT_FOUND", "there is no such processing");

/** The processing of a call; every refusal is the same (processing/A9). */
async function processingOfLines(
  db: Db,
  { guid, sensorId, projectId, aoiNum }: LinesOf,
  roles: readonly Role[],
): Promise<Processing> {
  const found = await db
    .selectFrom("processings")
    .selectAll()
    .where("guid", "=", guid)
    .where("sensor_id", "=", sensorId)
    .where("project_id", "is not distinct from", projectId)
    .where("aoi_no", "=", aoiNum)
    .executeTakeFirst();
  if (found !== undefined && isVisible(found, roles)) return found;
  throw noProcessing();
}

/** The processing of an identifier that the caller sees (processing/A9). */
async function visibleProcessing(db: Db, id: string, roles: readonly Role[]): Promise<Processing> {
  const found = await db
    .selectFrom("processings")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  if (found !== undefined && isVisible(found, roles)) return found;
  throw noProcessing();
}

/** The same of a flight; throws FLIGHT_NOT_FOUND where the caller sees none. */
async function visibleOfFlight(
  db: Db,
  flight: Parameters<typeof processingsOfFlight>[1],
  roles: readonly Role[],
): Promise<readonly Processing[]> {
  const visible = await processingsOfFlight(db, flight, roles);
  if (visible.length > 0) return visible;
  const { flightId } = flight;
  throw new AppError("FLIGHT_NOT_FOUND", `there is no such flight ${flightId}`, { flightId });
}

const ADDRESS_SECONDS = 300;

/** The KMZ files of some processings, each object once: those of one log have the same uploads. */
async function kmzOf(
  deps: Deps,
  processings: readonly Processing[],
  kind: (typeof KMZ_KINDS)[number],
): Promise<readonly InputFile[]> {
  const files = new Map<string, InputFile>();
  for (const processing of processings)
    for (const file of await kmzFiles(deps, processing, kind))
      files.set(`${file.bucket}/${file.key}`, file);
  return [...files.values()].toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}

/** Serves the flight-lines dialog (document 3, sections 2.2 and 7). */
export function serveLines(serve: Serve, deps: Deps): void {
  const { db } = deps;

  serve(lineEndpoints.readFlightLines, async ({ body, identity }) => {
    const processing = await processingOfLines(db, body, identity.roles);
    const place = await flightLines(deps, processing, body.aoiNum);
    return temporaryAddress(deps, place, ADDRESS_SECONDS);
  });

  serve(lineEndpoints.readFlightMap, async ({ params, identity }) => {
    const processings = await processingsOfFlight(db, params, identity.roles);
    return flightMap(
      deps,
      processings.filter(({ active }) => active),
    );
  });

  serve(lineEndpoints.listKmz, async ({ params: { flightId, kind }, identity }) => {
    const flight = { flightId: flightIdOf(flightId) };
    const processings = await visibleOfFlight(db, flight, identity.roles);
    const names = (await kmzOf(deps, processings, kind)).map(nameOf);
    return [...new Set(names)];
  });

  serve(lineEndpoints.listKmzAddresses, async ({ params, identity, from }) => {
    const flightId = flightIdOf(params.flightId);
    const flight = { flightId, projectId: params.projectId };
    const processings = await visibleOfFlight(db, flight, identity.roles);
    const addresses: KmzAddress[] = [];
    for (const kind of KMZ_KINDS)
      for (const file of await kmzOf(deps, processings, kind)) {
        const { bucket, key } = file;
        const address = await temporaryAddress(deps, file, ADDRESS_SECONDS);
        addresses.push({ kind, name: nameOf(file), ...address });
        const detail = { bucket, key };
        const action = "object.downloaded";
        await recordEvent(db, { action, actor: identity, flightId, detail, from });
      }
    return addresses;
  });

  serve(lineEndpoints.readReflight, async ({ params: { processingId }, identity }) =>
    readReflight(deps, await visibleProcessing(db, processingId, identity.roles)),
  );
}

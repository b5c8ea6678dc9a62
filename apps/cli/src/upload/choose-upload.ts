import { basename, resolve } from "node:path";
import { endpoints } from "@swath/contract/endpoints";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import { flightIdSchema } from "@swath/contract/ids";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { CommandProblem, EXIT } from "../exit-codes.ts";
import type { UploadArguments } from "../command-line.ts";
import type { Terminal } from "../terminal.ts";

/** What a command works with. */
export interface CommandParts {
  readonly api: ApiCalls;
  readonly server: URL;
  readonly terminal: Pick<Terminal, "say" | "show">;
  /** The company's patterns of companion files. */
  readonly companions: readonly string[];
}

type Meant = Pick<UploadArguments, "flight" | "folder" | "type" | "sensor">;

/** The flight, and the one upload of it that a command means; throws a CommandProblem. */
export async function findUpload(words: Meant, { api }: Pick<CommandParts, "api">) {
  const flightId = flightIdOf(words);
  const flight = await api.call(endpoints.readFlight, { params: { flightId } });
  const upload = chooseUpload(flight, words);
  return { flight, upload, params: { flightId, uploadId: upload._id } };
}

/** The flight that a command names, or else its folder does. */
export function flightIdOf({ flight, folder }: Pick<Meant, "flight" | "folder">): string {
  const id = flight ?? /^FL\d{6}/i.exec(basename(resolve(folder)))?.[0].toUpperCase();
  if (id === undefined)
    throw new CommandProblem(
      EXIT.usage,
      `${folder} does not begin with a FlightID: add --flight FL…`,
    );
  if (!flightIdSchema.safeParse(id).success)
    throw new CommandProblem(EXIT.usage, `${id} is no FlightID: FL and 6 digits`);
  return id;
}

/** The one upload of a flight that the command means; throws a CommandProblem that lists what there is. */
export function chooseUpload(
  flight: Pick<Flight, "FlightID" | "Uploads">,
  { type, sensor }: Pick<Meant, "type" | "sensor">,
): FlightUpload {
  const fitting = flight.Uploads.filter(
    ({ Type, SensorName }) =>
      (type === undefined || Type === type) && (sensor === undefined || SensorName === sensor),
  );
  const [only, ...others] = fitting;
  if (only !== undefined && others.length === 0) return only;
  const listed = (fitting.length === 0 ? flight.Uploads : fitting).map(
    ({ Type, SensorName }) => `  --type ${Type} --sensor '${SensorName}'`,
  );
  const why = only === undefined ? "has no such upload. It has" : "has several uploads. Say which";
  throw new CommandProblem(EXIT.usage, [`${flight.FlightID} ${why}:`, ...listed].join("\n"));
}

import { basename, resolve } from "node:path";
import type { Flight, FlightUpload } from "@swath/contract/flights";
import { flightIdSchema } from "@swath/contract/ids";
import { CommandProblem, EXIT } from "../exit-codes.ts";
import type { UploadArguments } from "../command-line.ts";

/** The flight that a command names, or else its folder does. */
export function flightIdOf({ flight, folder }: Pick<UploadArguments, "flight" | "folder">): string {
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
  { type, sensor }: Pick<UploadArguments, "type" | "sensor">,
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

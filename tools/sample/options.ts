import { parseArgs } from "node:util";
import { z } from "zod";
import { flightIdSchema } from "@swath/contract/ids";
import { type UploadType, uploadTypeSchema } from "@swath/contract/uploads";
import type { FlightOptions } from "./sample-flight.ts";
import { errorList, plantedErrors } from "./terrain/planted-errors.ts";
import { zoneOfEpsg } from "./terrain/ellipsoid.ts";
import { DEFAULT_EPSG } from "./terrain/terrain-flight.ts";
import type { TerrainSampleOptions } from "./terrain/terrain-sample.ts";

const USAGE = `Writes a flight folder with files in their real formats.

  npm run sample -- <FlightID> <folder> [options]

  --type TYPE          upload type, by default the flight's first
  --sensor NAME        sensor of the flight, where it has several or is in no catalogue
  --big, --no-big      with or without one range file over 200 MB in LiDAR folders (with)
  --laz-from DIR       copies the LAZ files of a folder instead of making some
  --catalogue FILE     the flight log's export; by default the demonstration's
  --day YYYY-MM-DD     the day on which the demonstration was first started, by default as the data
                       folder (SWATH_DATA) notes it, else today: its flights lie in the days before
  --laser-serial N, --pos-serial N, --project PRJ…, --wheels-up TIME, --wheels-down TIME
  --simultaneous       LiDAR and imagery captured at once, where no catalogue says so
  --fault NAME         makes one fault on purpose; --list-faults names them
  --seed N             another seed gives other bytes; the same seed the same

  --terrain            a flight over a valley whose truth is known: LiDAR and imagery that can be
                       processed, and the calibration record; the seed is a whole number (1)
  --truth FILE         what is true, as JSON (docs/measurements/truth.md)
  --calibration DIR    where the calibration record goes, by default beside the flight folder
  --noise M            standard deviation of the ranges in m (0)
  --epsg CODE          coordinate system of the truth: WGS 84 / UTM or GDA2020 / MGA (${DEFAULT_EPSG})
  --error NAME[=VALUE] plants an error; may be given several times:
${errorList()}`;

export interface SampleOptions extends FlightOptions {
  readonly flightId: string;
  readonly folder: string;
  readonly type: UploadType | undefined;
  readonly big: boolean;
  readonly lazFrom: string | undefined;
  readonly catalogue: string | undefined;
  readonly day: string | undefined;
  readonly fault: string | undefined;
  readonly terrain: TerrainSampleOptions | undefined;
}

/** The options of the command line. */
export type Command =
  | { readonly do: "sample"; readonly options: SampleOptions }
  | { readonly do: "list-faults" }
  | { readonly do: "help"; readonly usage: string }
  | { readonly do: "refuse"; readonly reason: string };

const refuse = (reason: string): Command => ({ do: "refuse", reason });

export function readCommand(args: readonly string[]): Command {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { do: "help", usage: USAGE };
  if (values["list-faults"] === true) return { do: "list-faults" };
  const [flightId, folder] = positionals;
  if (flightId === undefined || folder === undefined || positionals.length > 2)
    return refuse(USAGE);
  if (!flightIdSchema.safeParse(flightId).success)
    return refuse(`${flightId} is not FL and 6 digits`);
  const type = uploadTypeSchema.optional().safeParse(values.type);
  if (!type.success)
    return refuse(`${values.type} is none of ${uploadTypeSchema.options.join(", ")}`);
  for (const time of [values["wheels-up"], values["wheels-down"]])
    if (time !== undefined && Number.isNaN(Date.parse(time))) return refuse(`${time} is no time`);
  if (values.day !== undefined && !z.iso.date().safeParse(values.day).success)
    return refuse(`${values.day} is no day, such as 2026-06-30`);
  const terrain = terrainOptions(values);
  if (typeof terrain === "string") return refuse(terrain);
  const options: SampleOptions = {
    flightId,
    folder,
    type: type.data,
    big: values["no-big"] === true ? false : (values.big ?? true),
    sensor: values.sensor,
    lazFrom: values["laz-from"],
    catalogue: values.catalogue,
    day: values.day,
    fault: values.fault,
    laserSerial: values["laser-serial"],
    posSerial: values["pos-serial"],
    projects: values.project ?? [],
    wheelsUp: values["wheels-up"],
    wheelsDown: values["wheels-down"],
    simultaneous: values.simultaneous ?? false,
    seed: values.seed ?? "",
    terrain,
  };
  return { do: "sample", options };
}

function terrainOptions(
  values: ReturnType<typeof parse>["values"],
): TerrainSampleOptions | undefined | string {
  const { truth, calibration } = values;
  const only = (["truth", "calibration", "noise", "epsg", "error"] as const).filter(
    (name) => values[name] !== undefined,
  );
  if (values.terrain !== true)
    return only.length === 0 ? undefined : `--${only[0]} goes with --terrain`;
  const type = values.type ?? "LiDAR";
  if (!["LiDAR", "MediumFormatImagery"].includes(type) || values.fault !== undefined)
    return "--terrain makes the folders of LiDAR and imagery, of no other --type and without --fault";
  const [seed, noise, epsg] = [
    values.seed ?? "1",
    values.noise ?? "0",
    values.epsg ?? DEFAULT_EPSG,
  ];
  if (!Number.isSafeInteger(Number(seed)) || seed === "") return `${seed} is no whole number`;
  if (!(Number(noise) >= 0 && Number(noise) <= 1)) return `${noise} is no noise of 0 to 1 m`;
  if (zoneOfEpsg(Number(epsg)) === undefined)
    return `EPSG:${epsg} is no zone of WGS 84 / UTM or GDA2020 / MGA`;
  const planted = plantedErrors(values.error ?? []);
  if (typeof planted === "string") return planted;
  const numbers = { seed: Number(seed), noise: Number(noise), epsg: Number(epsg) };
  return { truth, calibration, ...numbers, planted };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean" } as const;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: flag,
      type: text,
      sensor: text,
      big: flag,
      "no-big": flag,
      "laz-from": text,
      catalogue: text,
      day: text,
      "laser-serial": text,
      "pos-serial": text,
      project: { type: "string", multiple: true },
      "wheels-up": text,
      "wheels-down": text,
      simultaneous: flag,
      fault: text,
      "list-faults": flag,
      seed: text,
      terrain: flag,
      truth: text,
      calibration: text,
      noise: text,
      epsg: text,
      error: { type: "string", multiple: true },
    },
  });
}

import { basename, resolve } from "node:path";
import type { Flight, FlightUpload, SensorEquipment } from "@swath/contract/flights";
import { pathKey } from "@swath/contract/uploads";
import { companions, flightFacts, type FolderReport, folderReport, zipped } from "@swath/survey";
import { printedFindings } from "@swath/survey/report";
import type { Selection } from "@swath/upload-engine";
import {
  type DiskFile,
  readFolder,
  type ReadFolder,
  type ReadFolderOptions,
  readingReason,
} from "@swath/upload-engine/node";
import type { UploadArguments } from "../command-line.ts";
import { CommandProblem, EXIT } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";

/** What a folder is validated against. */
export interface Expected {
  readonly flight: Flight;
  readonly upload: Pick<FlightUpload, "Type" | "SensorName">;
  readonly equipment: readonly SensorEquipment[];
  /** Whether it adds to data that is ready: no minimums hold then. */
  readonly isUpdate?: boolean;
  /** The company's patterns of companion files. */
  readonly companions?: readonly string[];
}

/** Validates a folder as the portal does. */
export async function reportOn(
  { files, reading }: ReadFolder,
  { flight, upload, equipment, isUpdate = false, companions: patterns = [] }: Expected,
): Promise<FolderReport> {
  const { Type: uploadType, SensorName: sensorName } = upload;
  return folderReport({
    ...flightFacts(flight, sensorName),
    flightId: flight.FlightID,
    uploadType,
    sensorName,
    equipment,
    isUpdate,
    now: Date.now(),
    companions: patterns,
    files,
    reading,
    reasonOf: readingReason,
  });
}

/** The files of a folder to send; throws a CommandProblem where it is blocked or its warnings are not accepted. */
export async function acceptFolder(
  { folder, yes, followLinks }: Pick<UploadArguments, "folder" | "yes" | "followLinks">,
  expected: Expected,
  terminal: Terminal,
): Promise<Selection> {
  terminal.say(`Validating ${folder}`);
  const isCompanion = companions(expected.companions);
  const read = await readOf(folder, { followLinks, isCompanion });
  const report = await reportOn(read, expected);
  terminal.say(printedFindings(report));
  if (report.state === "blocked") throw new CommandProblem(EXIT.blocked, "Nothing was sent.");
  if (report.state === "warnings" && !yes) await accept(terminal);
  return selectionOf(report, read.files);
}

async function accept(terminal: Terminal): Promise<void> {
  if (!terminal.isInteractive)
    throw new CommandProblem(EXIT.blocked, "Nothing was sent. --yes accepts the warnings.");
  if (!(await terminal.confirm("Upload it all the same?")))
    throw new CommandProblem(EXIT.blocked, "Nothing was sent.");
}

async function readOf(folder: string, options: ReadFolderOptions): Promise<ReadFolder> {
  try {
    return await readFolder(resolve(folder), options);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandProblem(EXIT.usage, `The folder cannot be read: ${why}`, error);
  }
}

/**
 * What the engine sends: the accepted files of a validated folder, in their order, under the one
 * spelling of their paths; each is read by the spelling of its drive.
 */
export function selectionOf(
  { names }: Pick<FolderReport, "names">,
  files: readonly DiskFile[],
): Selection {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    baseFolder: names.baseFolder ?? "",
    files: names.accepted.flatMap(({ path, size, destination }) => {
      const file = byPath.get(path);
      if (file === undefined) return [];
      const fullPath = pathKey(path);
      const entry = {
        fileName: basename(fullPath),
        fullPath,
        originalSize: size,
        zipped: zipped(path),
        destination,
        modified: Math.trunc(file.modified),
        statusChanged: file.statusChanged,
      };
      return [{ file, entry }];
    }),
  };
}

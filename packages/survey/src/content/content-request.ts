import type { SensorEquipment } from "@swath/contract/flights";
import type { FlightFacts } from "../flight-facts.ts";
import type { FileSource } from "../readers/file-source.ts";
import type { FileKindId } from "../rules/file-kinds.ts";

/** The accepted files of a folder, with the flight log's facts on their flight. */
export interface ContentRequest extends Omit<FlightFacts, "simultaneous"> {
  readonly sensorName: string;
  readonly baseFolder: string;
  /** The present, UTC in milliseconds since 1970: nothing was recorded later. */
  readonly now: number;
  /** Every sensor of the company; when empty, nothing is compared with equipment. */
  readonly equipment: readonly SensorEquipment[];
  readonly files: readonly ContentFile[];
  /** An update may bring only some of the flight's parts, so a missing one is no finding. */
  readonly isUpdate?: boolean;
}

export interface ContentFile {
  readonly source: FileSource;
  readonly kind: FileKindId;
}

/** The span of time that a file covers, UTC in milliseconds since 1970. */
export interface Track {
  readonly kind: "gps" | "fms";
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Information that neither blocks the upload nor asks for confirmation. */
export interface Note {
  readonly message: string;
  readonly files: readonly string[];
}

export const pathsOf = (files: readonly { readonly path: string }[]): readonly string[] =>
  files.map(({ path }) => path);

/** Reads files, or every file of some kinds, several at once; the results in the files' order. */
type Reader<Of> = <T>(
  of: readonly Of[],
  read: (source: FileSource) => Promise<T>,
) => Promise<readonly { readonly path: string; readonly read: T }[]>;
export type ReadFiles = Reader<ContentFile>;
export type ReadKinds = Reader<FileKindId>;

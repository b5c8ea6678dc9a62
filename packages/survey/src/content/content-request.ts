import type { SensorEquipment } from "@swath/contract/flights";
import type { FileSource } from "../readers/file-source.ts";
import type { FileKindId } from "../rules/file-kinds.ts";

/** The accepted files of a folder, with the flight log's facts on their flight. */
export interface ContentRequest {
  readonly sensorName: string;
  readonly baseFolder: string;
  /** Every sensor of the company; when empty, nothing is compared with equipment. */
  readonly equipment: readonly SensorEquipment[];
  /** Projects of the flight's sensor logs; when empty, projects are not compared. */
  readonly projectIds: readonly string[];
  /** UTC in milliseconds since 1970, where the flight log has it. */
  readonly wheelsUp: number | undefined;
  readonly wheelsDown: number | undefined;
  /** Whether the processing template requires LAZ with red, green, blue and near infrared. */
  readonly rgbn: boolean;
  readonly files: readonly ContentFile[];
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

/** Reads every file of some kinds, several at once; the results in the files' order. */
export type ReadKinds = <T>(
  kinds: readonly FileKindId[],
  read: (source: FileSource) => Promise<T>,
) => Promise<readonly { readonly path: string; readonly read: T }[]>;

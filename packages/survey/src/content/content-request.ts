import type { SensorEquipment } from "@swath/contract/flights";
import type { FileSource } from "../readers/file-source.ts";
import type { FileKindId } from "../rules/file-kinds.ts";

/** The accepted files of a folder, with what the flight log says of their flight. */
export interface ContentRequest {
  readonly sensorName: string;
  readonly baseFolder: string;
  /** Every sensor the company has; none: nothing is compared with equipment. */
  readonly equipment: readonly SensorEquipment[];
  /** Projects of the flight's sensor logs; none: projects are not compared. */
  readonly projectIds: readonly string[];
  /** UTC in milliseconds since 1970, where the flight log has it. */
  readonly wheelsUp: number | undefined;
  readonly wheelsDown: number | undefined;
  /** Whether the processing template wants LAZ with red, green, blue and near infrared. */
  readonly rgbn: boolean;
  readonly files: readonly ContentFile[];
}

export interface ContentFile {
  readonly source: FileSource;
  readonly kind: FileKindId;
}

/** A span of time that a file tells of, UTC in milliseconds since 1970. */
export interface Track {
  readonly kind: "gps" | "fms";
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Something worth knowing that neither blocks nor asks. */
export interface Note {
  readonly message: string;
  readonly files: readonly string[];
}

/** Reads every file of some kinds, some at once; the answers in the files' order. */
export type Visit = <T>(
  kinds: readonly FileKindId[],
  read: (source: FileSource) => Promise<T>,
) => Promise<readonly { readonly path: string; readonly read: T }[]>;

/** Bytes that can be read in pieces, from a disk, a browser or memory. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** Bytes `start` to before `end`; fewer only where the file is shorter than its stated size. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A file that can be read in pieces. */
export interface FileSource extends ByteSource {
  /** From the chosen folder's name on, with `/`. */
  readonly path: string;
}

/** A source over bytes in memory. */
export function memorySource(path: string, bytes: Uint8Array): FileSource {
  return {
    path,
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
  };
}

/** Why a reader cannot read a file. */
export type ReadFault =
  | "empty"
  | "tooShort"
  | "wrongSignature"
  | "unsupportedVersion"
  | "inconsistentHeader"
  | "noRecords"
  | "noSerial"
  | "notAZip"
  | "noKml"
  | "tooLarge"
  | "encrypted"
  | "corrupt"
  | "wrongChecksum"
  | "notWellFormed"
  | "documentType"
  | "notKml"
  | "badCoordinates"
  | "outOfRange";

/** Each fault as a clause about the file, for people. */
export const FAULT_WORDS: Readonly<Record<ReadFault, string>> = {
  empty: "it is empty",
  tooShort: "it ends within its header",
  wrongSignature: "it does not begin as a file of its kind",
  unsupportedVersion: "its version is not known",
  inconsistentHeader: "its header contradicts itself, or leads behind its end",
  noRecords: "it holds no whole record",
  noSerial: "it names no serial number",
  notAZip: "it has no end record of a ZIP archive, or bytes behind it",
  noKml: "it holds no KML",
  tooLarge: "it is larger than what is read",
  encrypted: "it is encrypted",
  corrupt: "its directory or a file in it is damaged",
  wrongChecksum: "the checksum of its KML is wrong",
  notWellFormed: "its KML is not well-formed XML",
  documentType: "its KML declares a document type, which is not read",
  notKml: "its root is none of KML",
  badCoordinates: "its coordinates cannot be read",
  outOfRange: "its coordinates are out of range",
};

/** Why a reader refuses a file. */
export interface Refused {
  readonly ok: false;
  readonly fault: ReadFault;
  /** The subject in words: a placemark, a line. */
  readonly about?: string;
}

/** A reader's result: the file's statements, or why it cannot be read. */
export type ReadResult<T> = ({ readonly ok: true } & T) | Refused;

export function refused(fault: ReadFault, about?: string): Refused {
  return about === undefined ? { ok: false, fault } : { ok: false, fault, about };
}

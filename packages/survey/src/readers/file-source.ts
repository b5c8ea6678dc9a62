/** A file that can be read in pieces, wherever it lies. */
export interface FileSource {
  /** From the chosen folder's name on, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes `start` to before `end`; fewer only where the file is shorter than it said. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** A source over bytes in memory. */
export function memorySource(path: string, bytes: Uint8Array): FileSource {
  return {
    path,
    size: bytes.length,
    read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
  };
}

/** Why a reader refuses a file. */
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
  | "badCoordinates";

/** A reader's word on a file: what it knows, or why it knows nothing. */
export type ReadVerdict<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly fault: ReadFault };

export function refused(fault: ReadFault): { readonly ok: false; readonly fault: ReadFault } {
  return { ok: false, fault };
}

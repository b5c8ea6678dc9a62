/** A file that can be read in pieces, from a disk, a browser or memory. */
export interface FileSource {
  /** From the chosen folder's name on, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Bytes `start` to before `end`; fewer only where the file is shorter than its stated size. */
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
  | "badCoordinates";

/** A reader's result: what the file states, or why it cannot be read. */
export type ReadResult<T> =
  | ({ readonly ok: true } & T)
  | { readonly ok: false; readonly fault: ReadFault };

export function refused(fault: ReadFault): { readonly ok: false; readonly fault: ReadFault } {
  return { ok: false, fault };
}

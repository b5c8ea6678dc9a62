import type { FileEntry, UploadStatus, UploadType } from "@swath/contract/uploads";
import type { SourceFile } from "../../ports/source.ts";

/** An upload of a flight, and its status on the server. */
export interface UploadJob {
  readonly flightId: string;
  readonly uploadId: string;
  readonly uploadType: UploadType;
  readonly sensorName: string;
  /** Whether existing data is added to or replaced. */
  readonly isUpdate: boolean;
  /** Why another person's data is updated. */
  readonly reason?: string;
  readonly status: UploadStatus;
}

/** The files of the chosen folder, validated and accepted by the caller; sent in order of their paths. */
export interface Selection {
  readonly baseFolder: string;
  readonly files: readonly {
    readonly file: SourceFile;
    readonly entry: Omit<FileEntry, "parts">;
  }[];
}

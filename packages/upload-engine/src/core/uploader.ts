import type { FileEntry, UploadStatus, UploadType } from "@swath/contract/uploads";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import type { SourceFile } from "../ports/source.ts";
import { UploadDesk } from "./upload-desk.ts";
import type { UploadSnapshot } from "./upload-snapshot.ts";

/** Which upload of which flight, and where the server says it stands. */
export interface UploadJob {
  readonly flightId: string;
  readonly uploadId: string;
  readonly uploadType: UploadType;
  readonly sensorName: string;
  /** Whether existing data is added to or replaced. */
  readonly isUpdate: boolean;
  readonly status: UploadStatus;
}

/** The files of the chosen folder, judged and accepted by the caller; sent in order of their paths. */
export interface Selection {
  readonly baseFolder: string;
  readonly files: readonly {
    readonly file: SourceFile;
    readonly entry: Omit<FileEntry, "parts">;
  }[];
}

/** One upload on one page. Nothing it does rejects: what goes wrong is in the snapshot. */
export interface Uploader {
  readonly getSnapshot: () => UploadSnapshot;
  /** For `useSyncExternalStore`; at most about four calls a second for progress alone. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends a folder from a restartable status on; settles when nothing is under way any more. */
  readonly start: (selection: Selection) => Promise<void>;
  /** Goes on from paused or stalled; the original folder is needed where this page holds no files. */
  readonly resume: (selection?: Selection) => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly quitQueue: () => Promise<void>;
  /** Takes the server's status over, seen by polling, while nothing is under way on this page. */
  readonly adopt: (status: UploadStatus) => void;
  /** Leaves the page: pauses, aborts what is in flight, ends the workers and the heartbeat. */
  readonly dispose: () => void;
}

/** Makes the uploader of one upload; it does nothing until it is told to. */
export function createUploader(ports: UploaderPorts, job: UploadJob): Uploader {
  return new UploadDesk(ports, job).uploader();
}

import type { UploadStatus } from "@swath/contract/uploads";
import type { Selection } from "../state/upload-job.ts";
import type { UploadSnapshot } from "../state/upload-snapshot.ts";

/** One upload on one page. Nothing it does rejects: what goes wrong is in the snapshot. */
export interface Uploader {
  readonly getSnapshot: () => UploadSnapshot;
  /** For `useSyncExternalStore`; at most about two calls a second for progress alone. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends a folder from a restartable status on; settles when nothing is running any more. */
  readonly start: (selection: Selection) => Promise<void>;
  /** Continues from paused or stalled; needs the original folder where this page holds no files. */
  readonly resume: (selection?: Selection) => Promise<void>;
  /** Has this page send what another one sends: the upload stalls, held here, and may be resumed. */
  readonly takeOver: () => Promise<void>;
  /** Begins no further post; settles once those under way have ended, with whether a pause is still to follow. */
  readonly finishPosts: () => Promise<boolean>;
  readonly pause: () => Promise<void>;
  readonly cancel: () => Promise<void>;
  readonly quitQueue: () => Promise<void>;
  /** Takes over the server's status, known from polling, while nothing is running on this page. */
  readonly adopt: (status: UploadStatus) => void;
  /** Leaves the page: pauses, aborts what is being sent, ends the workers and the heartbeat. */
  readonly dispose: () => void;
}

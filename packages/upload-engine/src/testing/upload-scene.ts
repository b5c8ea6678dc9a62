import type { UploadStatus } from "@swath/contract/uploads";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import { createUploader, type Uploader } from "../core/run/uploader.ts";
import type { Selection, UploadJob } from "../core/state/upload-model.ts";
import { FakePage } from "./fake-page.ts";
import { FakePoster } from "./fake-poster.ts";
import { FakeDevice } from "./fake-preparer.ts";
import { FakeServer } from "./fake-server.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** The upload of every scene. */
export const JOB: UploadJob = {
  flightId: "FL000123",
  uploadId: "0123456789abcdef01234567",
  uploadType: "LiDAR",
  sensorName: "Optech Galaxy Prime - 045",
  isUpdate: false,
  status: "READY_FOR_UPLOAD",
};
const FOLDER = "FL000123_045";

export interface SceneFile {
  readonly name: string;
  readonly size: number;
  readonly zipped?: boolean;
}

/** A folder with files of these names and sizes. */
export function folder(...files: readonly SceneFile[]): Selection {
  return {
    baseFolder: FOLDER,
    files: files.map(({ name, size, zipped = true }) => ({
      file: { path: `${FOLDER}/${name}`, size },
      entry: {
        fileName: name,
        fullPath: `${FOLDER}/${name}`,
        originalSize: size,
        zipped,
        destination: "LiDAR" as const,
      },
    })),
  };
}

let holders = 0;
const newLeaseOwner = (): string => `page-${String(++holders).padStart(16, "0")}`;

/** A whole upload in virtual time: a server, a store, a device, and any number of pages. */
export class UploadScene {
  readonly clock = new VirtualClock();
  readonly server = new FakeServer(this.clock);
  readonly poster = new FakePoster(this.server);
  device = new FakeDevice(this.clock);
  page = new FakePage();
  readonly log: string[] = [];
  memoryBytes = 1_000_000_000;
  /** The limit of sending. */
  bytesPerSecond: number | undefined;

  ports(fingerprint = "browser-one", holder = newLeaseOwner()): UploaderPorts {
    return {
      api: this.server.api,
      clock: this.clock,
      page: this.page,
      preparer: this.device.preparer,
      compressor: this.device.compressor,
      poster: this.poster,
      fingerprint,
      holder,
      memoryBytes: this.memoryBytes,
      bytesPerSecond: () => this.bytesPerSecond,
      log: (message) => void this.log.push(message),
      close: () => {},
    };
  }

  /** Opens a page with an uploader at the server's status. */
  open(changes: { isUpdate?: boolean; fingerprint?: string } = {}): Uploader {
    this.page = new FakePage();
    this.device = new FakeDevice(this.clock);
    return createUploader(this.ports(changes.fingerprint), {
      ...JOB,
      isUpdate: changes.isUpdate ?? false,
      status: this.server.upload.status,
    });
  }

  /** Lets time pass until the page shows a status. */
  async reach(uploader: Uploader, status: UploadStatus, limit?: number): Promise<void> {
    await this.clock.until(() => uploader.getSnapshot().status === status, limit);
  }

  /** Lets time pass until nothing is running on the page. */
  async settle(uploader: Uploader, limit?: number): Promise<void> {
    await this.clock.until(() => uploader.getSnapshot().settled, limit);
  }
}

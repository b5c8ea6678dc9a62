import type { QueryInput } from "@swath/contract/route";
import { routes } from "@swath/contract/routes";
import type { UploadState, UploadStatus } from "@swath/contract/uploads";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import { ask, askUntilAnswered, type LastingAnswer } from "./asking.ts";
import type { UploadJob } from "./uploader.ts";

/**
 * Tells the server every change of status.
 *
 * V1 changes are sent one after the other, in the order they were made;
 * V2 silence is waited out, so that no change is skipped;
 * V3 a change made while the page closes is sent at once, with `keepalive`, and not repeated.
 */
export class StatusMoves {
  readonly #ports: UploaderPorts;
  readonly #job: UploadJob;
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;

  constructor(ports: UploaderPorts, job: UploadJob) {
    this.#ports = ports;
    this.#job = job;
  }

  /** Whether a change was not answered yet. */
  get busy(): boolean {
    return this.#underWay > 0;
  }

  /** V1, V2 */
  send(status: UploadStatus, signal: AbortSignal): Promise<LastingAnswer<UploadState>> {
    const before = this.#last;
    const sent = (async () => {
      this.#underWay++;
      try {
        await before;
        if (signal.aborted) return { kind: "aborted" } as const;
        return await askUntilAnswered(this.#ports, routes.moveUpload, {
          ...this.#request(status),
          signal,
        });
      } finally {
        this.#underWay--;
      }
    })();
    this.#last = sent;
    return sent;
  }

  /** V3 */
  sendLast(status: UploadStatus): void {
    const request = { ...this.#request(status), keepalive: true };
    void ask(this.#ports.api, routes.moveUpload, request);
  }

  #request(status: UploadStatus): {
    readonly params: { flightId: string; uploadId: string };
    readonly query: QueryInput<typeof routes.moveUpload>;
  } {
    const { flightId, uploadId, isUpdate } = this.#job;
    const { fingerprint } = this.#ports;
    return {
      params: { flightId, uploadId },
      query: { status, isUpdate: `${isUpdate}`, fingerprint },
    };
  }
}

import type { QueryInput } from "@swath/contract/endpoint";
import { endpoints } from "@swath/contract/endpoints";
import {
  FAILURE_LENGTH,
  type UploadState,
  type UploadStatus,
  type ViaStatus,
} from "@swath/contract/uploads";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import { type FinalResult, request, requestWithRetry } from "../send/request.ts";
import type { UploadJob } from "../state/upload-model.ts";

export interface MoveOptions {
  /** A status that it passes on the way. */
  readonly via?: ViaStatus;
  /** Asked before each repetition; it is not made any more where it may not be. */
  readonly mayRepeat?: () => Promise<boolean>;
  /** How the run failed, as people read it: a line for each file. */
  readonly failure?: string;
  /** A person asked for it: the upload is moved even where another page held it. */
  readonly takeOver?: boolean;
}

/** For a move that a person requested here and now. */
export const BY_A_PERSON: MoveOptions = { takeOver: true };

/**
 * Sends every change of status to the server.
 *
 * run/V1 changes are sent one after the other, in the order they were made;
 * run/V2 without a response a change is repeated, so that none is skipped;
 * run/V3 a change made while the page closes is sent at once, with `keepalive`, and not repeated.
 */
export class StatusMoves {
  readonly #ports: UploaderPorts;
  readonly #job: UploadJob;
  #last: Promise<unknown> = Promise.resolve();
  #pending = 0;

  constructor(ports: UploaderPorts, job: UploadJob) {
    this.#ports = ports;
    this.#job = job;
  }

  /** Whether a change was not answered yet. */
  get isBusy(): boolean {
    return this.#pending > 0;
  }

  /** run/V1 and V2 Sends a change after those before it, and repeats it until it is answered. */
  send(
    status: UploadStatus,
    signal: AbortSignal,
    options: MoveOptions = {},
  ): Promise<FinalResult<UploadState>> {
    const before = this.#last;
    const sent = (async () => {
      this.#pending++;
      try {
        await before;
        if (signal.aborted) return { kind: "aborted" } as const;
        return await requestWithRetry(this.#ports, endpoints.moveUpload, {
          ...this.#input(status, options),
          ...(options.mayRepeat && { mayRepeat: options.mayRepeat }),
          signal,
        });
      } finally {
        this.#pending--;
      }
    })();
    this.#last = sent;
    return sent;
  }

  /** run/V3 Sends a change once, while the page closes. */
  sendLast(status: UploadStatus): void {
    void request(this.#ports.api, endpoints.moveUpload, {
      ...this.#input(status),
      keepalive: true,
    });
  }

  #input(
    status: UploadStatus,
    { via, failure, takeOver = false }: MoveOptions = {},
  ): {
    readonly params: { flightId: string; uploadId: string };
    readonly query: QueryInput<typeof endpoints.moveUpload>;
    readonly body?: { readonly reason: string } | { readonly failure: string };
  } {
    const { flightId, uploadId, isUpdate, reason } = this.#job;
    const said = failure === undefined ? "" : cut(failure.trim());
    const { fingerprint, holder } = this.#ports;
    return {
      params: { flightId, uploadId },
      query: {
        status,
        isUpdate: `${isUpdate}`,
        fingerprint,
        holder,
        ...(via === undefined ? {} : { via }),
        ...(takeOver ? { takeOver: "true" as const } : {}),
      },
      ...(reason !== undefined && (via ?? status) === "VALIDATING_SOURCE"
        ? { body: { reason } }
        : said !== "" && { body: { failure: said } }),
    };
  }
}

/** Keeps whole lines, and counts the rest. */
function cut(failure: string): string {
  if (failure.length <= FAILURE_LENGTH) return failure;
  const lines = failure.split("\n");
  const shown: string[] = [];
  let room = FAILURE_LENGTH - `\nand ${lines.length} more`.length;
  for (const line of lines) {
    room -= line.length + 1;
    if (room < 0) break;
    shown.push(line);
  }
  if (shown.length === 0) return failure.slice(0, FAILURE_LENGTH);
  return [...shown, `and ${lines.length - shown.length} more`].join("\n");
}

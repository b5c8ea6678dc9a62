import { endpoints } from "@swath/contract/endpoints";
import { type ClientSpan, HEARTBEAT_MS, type UploadState } from "@swath/contract/uploads";
import type { Poster } from "../../ports/poster.ts";
import type { ApiCalls, Page, UploaderPorts } from "../../ports/uploader-ports.ts";
import {
  isLeaseLost,
  pause,
  type Refusal,
  refusalOf,
  request,
  requestWithin,
  type Result,
} from "../send/request.ts";
import type { UploadJob } from "../state/upload-model.ts";

interface HeartbeatOptions {
  /** Whether the upload is active and no change of its status is being sent. */
  readonly isDue: () => boolean;
  readonly onLost: (refusal: Refusal) => void;
  /** What the server's trace is told of; none by default. */
  readonly spans?: () => readonly ClientSpan[];
}

/** Renews the lease once, and tells the server's trace of spans. */
export function beatOnce(
  { api, fingerprint, holder }: UploaderPorts,
  { flightId, uploadId }: UploadJob,
  { spans, signal }: { readonly spans: readonly ClientSpan[]; readonly signal: AbortSignal },
): Promise<Result<UploadState>> {
  const told = spans.length === 0 ? {} : { spans: [...spans] };
  return request(api, endpoints.heartbeat, {
    params: { flightId, uploadId },
    body: { browserFingerprint: fingerprint, holder, ...told },
    signal,
  });
}

/**
 * Keeps the lease of an active upload until it is stopped.
 *
 * run/H1 it beats every 10 s, answered or not, and at once where another page of this browser has taken an
 *    upload over;
 * run/H2 an answer of 403, 404 or 409 means that the lease is lost, unless a change of status was sent
 *    meanwhile: its own answer decides then;
 * run/H3 no response and every other answer are ignored.
 */
export function startHeartbeat(
  ports: UploaderPorts,
  job: UploadJob,
  { isDue, onLost, spans = () => [] }: HeartbeatOptions,
): () => void {
  const stop = new AbortController();
  let cancel: (() => void) | undefined;
  const beat = async (): Promise<void> => {
    if (!isDue()) return;
    const result = await beatOnce(ports, job, { spans: spans(), signal: stop.signal });
    if (result.kind === "refused" && isLeaseLost(result) && isDue()) onLost(result);
  };
  const schedule = (): void => {
    cancel = ports.clock.after(HEARTBEAT_MS, () => {
      schedule();
      void beat();
    });
  };
  schedule();
  const endListening = ports.page.onTold(() => void beat());
  return () => {
    endListening();
    stop.abort();
    cancel?.();
  };
}

const SILENT_MS = 3_000;
const ASKED_MS = 2_000;

/**
 * Whether the server answers while an upload runs, so that people see it within 5 s.
 *
 * run/A1 an answer to any call is a sign of it, and so are bytes of a post that the network takes;
 * run/A2 3 s after the last sign the server is asked, for 2 s at most, and again until it answers;
 * run/A3 where it does not, or the device says that it has no network, the listener hears that; only
 *    an answer takes it back: a device accepts bytes that it cannot send;
 * run/A4 nothing is watched while no upload runs;
 * run/A5 the listener hears since when: the last sign, or the moment the device said so;
 * run/A6 the first answer after that counts as the network's return for all that wait for it, since
 *    a device rarely says so.
 */
export class AnswerWatch {
  /** The ports given, which tell the watch of every sign. */
  readonly ports: UploaderPorts;
  readonly #onChange: (since: number | undefined) => void;
  readonly #waiting = new Set<() => void>();
  #since: number | undefined;
  #signedAt = 0;
  #stop: AbortController | undefined;
  #cancel: (() => void) | undefined;

  constructor(ports: UploaderPorts, onChange: (since: number | undefined) => void) {
    const answered = (): void => {
      this.#signedAt = ports.clock.now();
      if (this.#since === undefined) return;
      this.#tell(undefined);
      for (const goOn of this.#waiting) goOn();
    };
    const taken = (): void => {
      if (this.#since === undefined) this.#signedAt = ports.clock.now();
    };
    this.ports = {
      ...ports,
      api: watchedApi(ports.api, answered),
      page: watchedPage(ports.page, this.#waiting),
      poster: watchedPoster(ports.poster, taken),
    };
    this.#onChange = onChange;
  }

  start(): void {
    const { ports } = this;
    const stop = new AbortController();
    this.#stop = stop;
    this.#signedAt = this.ports.clock.now();
    const endListening = this.ports.page.onOffline(() => this.#tell(ports.clock.now()));
    stop.signal.addEventListener("abort", endListening, { once: true });
    this.#askWhenSilent(stop.signal);
  }

  /** run/A4 Ends the watch, and takes back a silence that was reported. */
  stop(): void {
    this.#stop?.abort();
    this.#cancel?.();
    this.#tell(undefined);
  }

  /** run/A5 Tells the listener when the silence begins, and when it ends. */
  #tell(since: number | undefined): void {
    if ((since === undefined) === (this.#since === undefined)) return;
    this.#since = since;
    this.#onChange(since);
  }

  #askWhenSilent(signal: AbortSignal): void {
    const { clock } = this.ports;
    const due = this.#signedAt + SILENT_MS - clock.now();
    this.#cancel = clock.after(Math.max(due, 1), () => void this.#ask(signal));
  }

  /** run/A2 and A3 Calls the server 3 s after its last sign. */
  async #ask(signal: AbortSignal): Promise<void> {
    const { clock } = this.ports;
    const asked = clock.now();
    if (asked - this.#signedAt >= SILENT_MS) {
      await requestWithin(this.ports, endpoints.readSettings, { signal }, ASKED_MS);
      if (this.#signedAt < asked) this.#tell(signal.aborted ? undefined : this.#signedAt);
      // One that is refused at once, without a network, is asked no more often for that.
      await pause(clock, asked + ASKED_MS - clock.now(), signal);
    }
    if (!signal.aborted) this.#askWhenSilent(signal);
  }
}

/** run/A6 A page whose network also returns with the server's first answer. */
function watchedPage(page: Page, waiting: Set<() => void>): Page {
  return {
    onLeave: (listener) => page.onLeave(listener),
    onOffline: (listener) => page.onOffline(listener),
    onOnline: (listener) => {
      const endListening = page.onOnline(listener);
      waiting.add(listener);
      return () => {
        endListening();
        waiting.delete(listener);
      };
    },
    tellOthers: () => page.tellOthers(),
    onTold: (listener) => page.onTold(listener),
  };
}

/** run/A1 Calls whose every answer is a sign. */
function watchedApi(api: ApiCalls, answered: () => void): ApiCalls {
  return {
    call: async (endpoint, input) => {
      try {
        const reply = await api.call(endpoint, input);
        answered();
        return reply;
      } catch (error) {
        if (refusalOf(error) !== undefined) answered();
        throw error;
      }
    },
  };
}

/** run/A1 A poster whose every progress is a sign. */
function watchedPoster(poster: Poster, taken: () => void): Poster {
  return {
    post: async (form, body, options) =>
      poster.post(form, body, {
        signal: options.signal,
        onSent: (bytes) => {
          taken();
          options.onSent(bytes);
        },
      }),
    reach: (origin) => poster.reach(origin),
  };
}

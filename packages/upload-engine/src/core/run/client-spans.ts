import { type ClientSpan, MAX_CLIENT_SPANS } from "@swath/contract/uploads";
import type { Poster, PostOutcome } from "../../ports/poster.ts";
import type { Clock } from "../../ports/uploader-ports.ts";

interface Recorded extends Pick<ClientSpan, "name" | "bytes" | "fault"> {
  readonly began: number;
  readonly ended: number;
}

const faultOf = (outcome: PostOutcome): string | undefined => {
  if (outcome.kind === "stored") return undefined;
  return outcome.kind === "refused" ? outcome.message : outcome.kind;
};

/**
 * What this page or program did for an upload, for the trace that its server makes of it: the posts to the
 * store, which a server of S3 never sees.
 *
 * run/T1 the latest {@link MAX_CLIENT_SPANS} are kept until a heartbeat takes them along;
 * run/T2 times are told as ms before that call, since two clocks differ.
 */
export class ClientSpans {
  /** Whether the server traces: else nothing is recorded. */
  isWanted = false;
  readonly #clock: Clock;
  #recorded: Recorded[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A poster whose posts are recorded. */
  watch(poster: Poster): Poster {
    return {
      post: async (form, body, options) => {
        const began = this.#clock.now();
        const outcome = await poster.post(form, body, options);
        const fault = faultOf(outcome);
        this.#record({
          name: "post",
          began,
          ended: this.#clock.now(),
          bytes: body.size,
          ...(fault === undefined ? {} : { fault }),
        });
        return outcome;
      },
      reach: (origin) => poster.reach(origin),
    };
  }

  /** What was recorded since the last call. */
  take(): ClientSpan[] {
    const now = this.#clock.now();
    const taken = this.#recorded.map(({ began, ended, ...rest }) => ({
      ...rest,
      beganAgoMs: Math.round(now - began),
      endedAgoMs: Math.round(now - ended),
    }));
    this.#recorded = [];
    return taken;
  }

  #record(span: Recorded): void {
    if (!this.isWanted) return;
    this.#recorded.push(span);
    if (this.#recorded.length > MAX_CLIENT_SPANS) this.#recorded.shift();
  }
}

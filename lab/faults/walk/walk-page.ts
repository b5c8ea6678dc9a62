import type { Identity } from "@swath/contract/identity";
import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import type { Settings } from "@swath/contract/settings";
import { createUploader, type Uploader, type UploadJob } from "@swath/upload-engine";
import { nodePorts } from "@swath/upload-engine/node";
import type { ApiCalls } from "@swath/upload-engine/ports";
import { FakePage } from "../../../packages/upload-engine/src/testing/fake-page.ts";
import type { Poster, PostOutcome } from "../../../packages/upload-engine/src/ports/poster.ts";
import type { Preparation, Preparer } from "../../../packages/upload-engine/src/ports/preparer.ts";
import type { RecordedRequest } from "../../../apps/server/src/platform/http/testing/recorded-serve.ts";
import { pageClock, type WalkClock } from "./walk-clock.ts";

/** What happens to the calls and posts of all pages. */
export interface WalkLink {
  isUp: boolean;
  isSignedIn: boolean;
  bytesPerMs: number;
  /** Posts of which one bit is changed on the way. */
  flips: number;
  /** Calls that the server makes, and whose answers are lost. */
  lostAnswers: number;
}

export interface WalkSurroundings {
  readonly clock: WalkClock;
  readonly link: WalkLink;
  readonly identity: Identity;
  readonly ask: (
    endpoint: Parameters<ApiCalls["call"]>[0],
    request: RecordedRequest,
  ) => Promise<{ reply: unknown }>;
  /** Of the store's forms. */
  readonly origin: string;
  readonly settings: Settings;
}

const SEND_STEPS = 8;
const never = <T>(): Promise<T> => new Promise<T>(() => {});

/** A page with the engine, and what a crash takes with it. */
export class WalkPage {
  readonly uploader: Uploader;
  readonly network = new FakePage();
  /** The status in which it was opened: why it is so, an earlier page said. */
  readonly opened: UploadJob["status"];
  readonly holder: string;
  readonly #around: WalkSurroundings;
  readonly #closeStore: () => void;
  #isAlive = true;

  constructor(around: WalkSurroundings, job: UploadJob, holder: string) {
    this.#around = around;
    this.opened = job.status;
    this.holder = holder;
    const clock = pageClock(around.clock, () => this.#isAlive);
    const own = nodePorts({
      api: this.#api(),
      server: new URL(around.origin),
      fingerprint: "walk-browser",
      holder,
    });
    this.#closeStore = () => own.close();
    this.uploader = createUploader(
      {
        ...own,
        clock,
        page: this.network,
        poster: this.#poster(own.poster),
        preparer: this.#preparer(own.preparer),
        compressor: {
          workers: 1,
          start: () => {
            const worker = own.compressor.start();
            return {
              compress: (chunks) => around.clock.during(() => worker.compress(chunks)),
              close: () => worker.close(),
            };
          },
        },
      },
      job,
    );
  }

  /** Ends at once, as a killed process does: nothing more is said, and nothing that was begun comes back. */
  crash(): void {
    this.#isAlive = false;
    this.#closeStore();
  }

  #api(): ApiCalls {
    const { clock, link, identity, settings, ask } = this.#around;
    return {
      call: async (endpoint, { params, query, body, signal }) => {
        if (!this.#isAlive) return never();
        const reply = await clock.during(async () => {
          signal?.throwIfAborted();
          if (!link.isUp) throw new Error("no connection");
          if (!link.isSignedIn) throw new AppError("SESSION_ENDED", "signed out");
          if (endpoint === (endpoints.readSettings as typeof endpoint)) return settings;
          const answered = (await ask(endpoint, { params, query, body, identity })).reply;
          if (link.lostAnswers > 0) {
            link.lostAnswers -= 1;
            throw new Error("the answer was lost");
          }
          signal?.throwIfAborted();
          return answered;
        });
        return this.#isAlive ? (reply as never) : never();
      },
    };
  }

  #poster(own: Poster): Poster {
    const { clock, link } = this.#around;
    const pass = (body: { readonly size: number }, signal: AbortSignal): Promise<void> =>
      new Promise((done) => {
        const stop = clock.after(body.size / link.bytesPerMs / SEND_STEPS, done);
        signal.addEventListener("abort", () => (stop(), done()), { once: true });
      });
    return {
      post: async (form, body, options): Promise<PostOutcome> => {
        for (let step = 1; step <= SEND_STEPS; step += 1) {
          await pass(body, options.signal);
          if (!this.#isAlive) return never();
          if (options.signal.aborted) return { kind: "aborted" };
          if (!link.isUp) return { kind: "noResponse" };
          options.onSent((body.size * step) / SEND_STEPS);
        }
        const sent = link.flips > 0 ? flipped(body) : undefined;
        if (sent !== undefined) link.flips -= 1;
        return clock.during(() => own.post(form, sent ?? body, options));
      },
      reach: async (origin) => link.isUp && clock.during(() => own.reach(origin)),
    };
  }

  #preparer(own: Preparer): Preparer {
    const { clock } = this.#around;
    const counted = (preparation: Preparation): Preparation => ({
      read: () => clock.during(() => preparation.read()),
      addFrames: (frames) => clock.during(() => preparation.addFrames(frames)),
      finish: () => clock.during(() => preparation.finish()),
      close: () => preparation.close(),
    });
    return {
      open: (...segments) => counted(own.open(...segments)),
      prepareRange: (...range) => clock.during(() => own.prepareRange(...range)),
      seesStatus: own.seesStatus,
      stateOf: (file) => clock.during(() => own.stateOf(file)),
      prepareBytes: (...bytes) => clock.during(() => own.prepareBytes(...bytes)),
      release: (body) => own.release(body),
    };
  }
}

/** The same bytes with one bit changed; undefined of a file that is posted as it is. */
function flipped(body: { readonly size: number }): { readonly size: number } | undefined {
  const { content } = body as { content?: unknown };
  if (!Array.isArray(content)) return undefined;
  const [first, ...rest] = content as Uint8Array[];
  if (first === undefined || first.length === 0) return undefined;
  const copy = first.slice();
  copy[copy.length >> 1]! ^= 1;
  return { ...body, content: [copy, ...rest] } as typeof body;
}

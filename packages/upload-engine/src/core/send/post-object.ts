import { endpoints } from "@swath/contract/endpoints";
import type { ErrorCode } from "@swath/contract/errors";
import type { WireAlgorithm } from "@swath/contract/settings";
import {
  type Manifest,
  manifestName,
  type PieceRange,
  type PlannedObject,
  type UploadAuthReply,
  uploadService,
} from "@swath/contract/uploads";
import type { Poster, PostOptions, PostOutcome } from "../../ports/poster.ts";
import type { PreparedObject } from "../../ports/preparer.ts";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import type { Task } from "../state/ranges.ts";
import { UPLOAD_RETRIES } from "../state/task-queue.ts";
import type { UploadJob } from "../state/upload-model.ts";
import {
  backOff,
  type FinalResult,
  isLeaseLost,
  pause,
  type Refusal,
  requestWithRetry,
  waitForNetwork,
} from "./request.ts";

/** How a post with its authorisation ended; `full` as the store or the server says. */
export type ObjectOutcome = PostOutcome | LeaseLost;

interface LeaseLost {
  readonly kind: "leaseLost";
  readonly refusal: Refusal;
}

/** A gateway could not reach the store: the same as no response. */
const GATEWAY: ReadonlySet<number> = new Set([408, 502, 504]);
/** A form serves for 15 min from its authorisation: this leaves time for its post. */
const FORM_MS = 600_000;
const AUTHORISATION_LIMIT_MS = 20_000;
const STORE_FULL: ErrorCode = "STORE_FULL";

/** A prepared object, or a piece of one, by its name in the plan. */
export interface NamedObject {
  readonly name: string;
  readonly piece?: PieceRange;
  readonly prepared: PreparedObject;
}

/** A form to post to, or why there is none. */
export type Authorisation = FinalResult<UploadAuthReply>;

/** The name of a task's object, with the task's range unless it is the whole object. */
export function namedTask(
  { name, sourceBytes }: PlannedObject,
  { offset, length }: Task,
): Omit<NamedObject, "prepared"> {
  return length === sourceBytes ? { name } : { name, piece: { offset, length } };
}

interface AskedForm {
  readonly at: number;
  readonly answer: Promise<Authorisation>;
}

/** An authorisation that may be asked for ahead of its post, so that no connection waits for it. */
export class FormRequest {
  readonly #ask: () => Promise<Authorisation>;
  readonly #now: () => number;
  #asked: AskedForm | undefined;

  constructor(ports: UploaderPorts, job: UploadJob, object: NamedObject, signal: AbortSignal) {
    this.#ask = () => authorise(ports, job, object, signal);
    this.#now = () => ports.clock.now();
  }

  /** send/O1 The answer for the next post; asks the server again where the last one may not hold. */
  async answer(isNew = false): Promise<Authorisation> {
    const now = this.#now();
    if (isNew || this.#asked === undefined || now - this.#asked.at > FORM_MS)
      this.#asked = { at: now, answer: this.#ask() };
    const asked = this.#asked;
    const answer = await asked.answer;
    if (isFull(answer) && this.#asked === asked) this.#asked = undefined;
    return answer;
  }
}

/**
 * Posts one prepared object or piece with its form.
 *
 * send/O1 an attempt gets a form of its own, since forms expire: none that is older than 10 min is used,
 *    nor one that was refused for want of room before;
 * send/O2 without a response, from the store or from what stands before it, that is the outcome;
 * send/O3 a 503 and every other answer but a success are returned for the caller to decide;
 * send/O4 an authorisation refused with 403, 404 or 409 means that the lease is lost, unless it is the
 *    object itself that does not fit the plan;
 * send/O5 an authorisation without an answer for 20 s is asked for again: its connection may be dead;
 * send/O6 one that is refused since the store has no room is the outcome of a full store.
 */
export async function postObject(
  poster: Poster,
  form: Authorisation,
  { body }: PreparedObject,
  options: PostOptions,
): Promise<ObjectOutcome> {
  if (form.kind === "aborted" || options.signal.aborted) return { kind: "aborted" };
  if (isFull(form)) return { kind: "full" };
  if (form.kind === "refused")
    return isLeaseLost(form) ? { kind: "leaseLost", refusal: form } : form;
  const outcome = await poster.post(form.value, body, options);
  if (options.signal.aborted) return { kind: "aborted" };
  if (outcome.kind === "refused" && GATEWAY.has(outcome.status)) return { kind: "noResponse" };
  return outcome;
}

function isFull(form: Authorisation): boolean {
  return form.kind === "refused" && form.code === STORE_FULL;
}

function authorise(
  ports: UploaderPorts,
  job: UploadJob,
  { name, piece, prepared }: NamedObject,
  signal: AbortSignal,
): Promise<Authorisation> {
  return requestWithRetry(ports, endpoints.authoriseUpload, {
    service: uploadService(job.uploadType),
    signal,
    limitMs: AUTHORISATION_LIMIT_MS,
    isFinal: ({ code }) => code === STORE_FULL,
    body: {
      uploadId: job.uploadId,
      filePath: name,
      uploadType: job.uploadType,
      holder: ports.holder,
      ...(piece && { piece }),
      size: prepared.body.size,
      checksum: prepared.checksum,
      segments: [...prepared.segments],
    },
  });
}

export type ManifestOutcome =
  | LeaseLost
  | { readonly kind: "stored" | "aborted" }
  | { readonly kind: "failed"; readonly reason: string };

/** A post is given up this long after its last sign of life, in milliseconds. */
const SILENCE_MS = 60_000;

/** The manifest's own object; its body is owed to the preparer's `release`. */
export async function prepareManifest(
  { preparer }: Pick<UploaderPorts, "preparer">,
  manifest: Manifest,
  wire: WireAlgorithm,
): Promise<NamedObject> {
  const bytes = new TextEncoder().encode(JSON.stringify(manifest));
  const prepared = await preparer.prepareBytes(bytes, wire);
  return { name: manifestName(manifest.flightId), prepared };
}

interface ManifestPost {
  readonly object: NamedObject;
  /** Of the first attempt, where the server gave one along with its answer to the manifest. */
  readonly form: UploadAuthReply | undefined;
  readonly signal: AbortSignal;
  /** Called after each attempt, with whether the store has no room. */
  readonly onStoreFull: (isFull: boolean) => void;
}

/**
 * Posts the manifest itself as `{FlightID}_metadata.json`; a failure is repeated 2 times, and a post
 * without a response, or to a store that is busy or full, without end.
 */
export async function postManifest(
  ports: UploaderPorts,
  job: UploadJob,
  { object, form: given, signal, onStoreFull }: ManifestPost,
): Promise<ManifestOutcome> {
  let failures = 0;
  for (let attempt = 1; ; attempt++) {
    const form =
      attempt === 1 && given !== undefined
        ? ({ kind: "answered", value: given } as const)
        : await new FormRequest(ports, job, object, signal).answer();
    const outcome = await endSilent(ports, signal, (options) =>
      postObject(ports.poster, form, object.prepared, options),
    );
    onStoreFull(outcome.kind === "full");
    if (outcome.kind === "noResponse") {
      await waitForNetwork(ports, attempt, signal);
      if (signal.aborted) return { kind: "aborted" };
      continue;
    }
    if (outcome.kind === "stored" || outcome.kind === "aborted" || outcome.kind === "leaseLost")
      return outcome;
    // A busy or full store says nothing about this object, so it is no failure.
    if (outcome.kind !== "busy" && outcome.kind !== "full" && ++failures > UPLOAD_RETRIES)
      return {
        kind: "failed",
        reason: outcome.kind === "refused" ? outcome.message : outcome.path,
      };
    await pause(ports.clock, backOff(failures + 2, ports.clock.random()), signal);
    if (signal.aborted) return { kind: "aborted" };
  }
}

/** Ends a post that was silent for a minute, as one without a response. */
async function endSilent(
  { clock }: UploaderPorts,
  signal: AbortSignal,
  post: (options: { signal: AbortSignal; onSent: () => void }) => Promise<ObjectOutcome>,
): Promise<ObjectOutcome> {
  const silent = new AbortController();
  const stop = (): void => silent.abort();
  let cancel = clock.after(SILENCE_MS, stop);
  const onSent = (): void => {
    cancel();
    cancel = clock.after(SILENCE_MS, stop);
  };
  const outcome = await post({ signal: AbortSignal.any([signal, silent.signal]), onSent });
  cancel();
  return outcome.kind === "aborted" && !signal.aborted ? { kind: "noResponse" } : outcome;
}

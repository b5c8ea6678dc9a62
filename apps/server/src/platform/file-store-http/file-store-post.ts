import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { AppError } from "@swath/contract/errors";
import { PART_BYTES, zstdBound } from "@swath/contract/uploads";
import { FairQueue } from "../concurrency/fair-queue.ts";
import type { ObjectPlace } from "../object-store/object-store.ts";
import type { FileStore } from "../file-store/file-store.ts";
import { PostForm, type Receiving } from "./post-form.ts";
import { type Grant, refused } from "../file-store/post-policy.ts";
import type { WriteSemaphore } from "../file-store/output.ts";
import { DIRECT_BYTES } from "../file-store/received-file.ts";
import { asStoreError } from "../file-store/store-error.ts";

/** The largest object of an upload, and its form's fields and boundaries. */
const MAX_BODY_BYTES = zstdBound(PART_BYTES) + 65_536;
/** A sender that is silent for so long is gone. */
const SILENCE_MS = 120_000;

/** What is done for posts at once: of the threads of the disk, half are left for all else. */
const AT_ONCE = 6;
/** Large posts that are written past the page cache at once: each has 8 MB of memory for that. */
const MOST_DIRECT = 6;

/** What a store does not know of what is posted to it. */
export interface PostRules {
  /** Whether an object may still be posted; asked before its bytes are received and once they are. */
  readonly admits: (place: ObjectPlace) => Promise<boolean>;
  /** Whom an object's bytes count for, where more are posted than can be written. */
  readonly countsFor: (place: ObjectPlace) => string;
  /** Told of bytes that were received and stored. */
  readonly onReceived?: (bytes: number) => void;
}

interface Posts extends PostRules {
  readonly store: FileStore;
  readonly turns: FairQueue;
  /** How many are written past the page cache now. */
  direct: number;
}

interface Granted extends Receiving {
  readonly grant: Grant;
}

/**
 * Serves `POST /store/:bucket`: receives what a form of {@link FileStore.presignPost} allows and
 * answers 201. The signed policy is the authority, no bearer is needed. Throws `AppError`
 * UPLOAD_POLICY_REFUSED, ENTITY_TOO_LARGE, ENTITY_TOO_SMALL, CHECKSUM_MISMATCH, INVALID_REQUEST,
 * STORE_UNAVAILABLE; nothing of a refused or aborted form stays. Those whose turn to be written it is
 * not are not read on meanwhile.
 */
export function fileStorePost(store: FileStore, rules: PostRules): FastifyPluginAsync {
  const posts = { ...rules, store, turns: new FairQueue(AT_ONCE), direct: 0 };
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("multipart/form-data", (_request, _body, done) => done(null));
    app.post<{ Params: { bucket: string } }>(
      "/store/:bucket",
      { config: { rateLimit: false }, logLevel: "warn" },
      async (request, reply) => {
        checkLength(request);
        await receive(posts, request);
        return reply.status(201).send();
      },
    );
  };
}

function checkLength({ headers }: FastifyRequest): void {
  const length = headers["content-length"];
  if (length === undefined)
    throw new AppError("INVALID_REQUEST", "the length of the form must be announced");
  if (Number(length) > MAX_BODY_BYTES)
    throw new AppError("ENTITY_TOO_LARGE", "larger than any object", { limit: MAX_BODY_BYTES });
}

async function receive(
  posts: Posts,
  request: FastifyRequest<{ Params: { bucket: string } }>,
): Promise<void> {
  const { store, turns, countsFor } = posts;
  let isDirect = false;
  const form = new PostForm<Granted>(request.headers, async (fields) => {
    const grant = store.readGrant(request.params.bucket, fields);
    const of = countsFor(grant);
    await turns.run({ of, takes: 0 }, () => checkAdmitted(posts, grant));
    const own: WriteSemaphore = {
      areAwaited: () => turns.waiting > 0,
      run: (takes, write) => turns.run({ of, takes }, write),
    };
    isDirect = mayBeDirect(posts, grant);
    if (isDirect) posts.direct++;
    return {
      grant,
      size: grant.size,
      file: await store.receive({
        memory: "givenAway",
        turns: own,
        ...(isDirect && { size: grant.size }),
      }),
    };
  });
  request.raw.setTimeout(SILENCE_MS, () => request.raw.destroy());
  try {
    for await (const chunk of request.raw) await form.add(chunk as Buffer);
    const { grant, file } = await form.end();
    if (file.facts().xxh128 !== Buffer.from(grant.checksum, "base64").toString("hex"))
      throw new AppError("CHECKSUM_MISMATCH", "the bytes are not those that were announced");
    await file.written();
    await turns.run({ of: countsFor(grant), takes: 0 }, async () => {
      // It may have been received for hours.
      await checkAdmitted(posts, grant);
      await store.publish(file, grant);
    });
    posts.onReceived?.(grant.size);
  } catch (error) {
    await (await form.begun())?.discard();
    if (!request.raw.complete) throw aborted(error);
    asStoreError(error);
  } finally {
    if (isDirect) posts.direct--;
  }
}

const mayBeDirect = ({ direct }: Posts, { size, isReadThrough }: Grant): boolean =>
  isReadThrough === true && size >= DIRECT_BYTES && direct < MOST_DIRECT;

async function checkAdmitted({ admits }: Posts, { bucket, key }: Grant): Promise<void> {
  if (!(await admits({ bucket, key }))) throw refused("what it was for is over");
}

function aborted(cause: unknown): AppError {
  return new AppError("INVALID_REQUEST", "the form was not sent to its end", {}, { cause });
}

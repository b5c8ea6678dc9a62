import { UPLOAD_STATES, UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import { AppError } from "@swath/contract/errors";
import fc from "fast-check";
import type { Walk } from "./walk.ts";

/** What a person, or the test, knows when the next event is chosen. */
interface WalkModel {
  status: UploadStatus;
  isUp: boolean;
  isSignedIn: boolean;
}

interface EventKind {
  readonly name: string;
  /** How much more often than others it is chosen. */
  readonly weight?: number;
  readonly may: (model: Readonly<WalkModel>) => boolean;
  readonly happen: (walk: Walk, which: number) => Promise<void> | void;
}

const has = (event: Parameters<typeof UPLOAD_STATES.nextStatus>[1]) => (model: WalkModel) =>
  UPLOAD_STATES.nextStatus(model.status, event) !== undefined;
const isFresh = (model: WalkModel): boolean =>
  has("folderSelected")(model) && model.status !== "DATA_READY";
/** All files were looked at again: what changes on the drive from now on is no part of the upload. */
const LOOKED_AT: ReadonlySet<UploadStatus> = new Set<UploadStatus>([
  "UPLOAD_INTEGRITY_CHECK",
  "UPLOAD_COMPLETE",
  "VALIDATING_UPLOAD",
  "DATA_READY",
]);
const isUnready = ({ status }: WalkModel): boolean => status !== "DATA_READY";

export async function start(walk: Walk): Promise<void> {
  if (!walk.page.uploader.getSnapshot().settled) return;
  walk.say("folderSelected");
  void walk.page.uploader.start(await walk.chosen());
}

export async function resume(walk: Walk): Promise<void> {
  const { hasFiles, settled } = walk.page.uploader.getSnapshot();
  if (!settled) return;
  walk.say("resume", "filesSelected");
  void walk.page.uploader.resume(hasFiles ? undefined : await walk.chosen());
}

/** A refusal with a code is what the server may say to a leader who was too late. */
async function reset(walk: Walk): Promise<void> {
  try {
    await walk.reset();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "INVALID_TRANSITION") throw error;
  }
}

const KINDS: readonly EventKind[] = [
  { name: "choose the folder", weight: 6, may: isFresh, happen: start },
  { name: "resume", weight: 6, may: has("resume"), happen: resume },
  {
    name: "pause",
    weight: 2,
    may: has("pause"),
    happen: (walk) => {
      walk.say("pause");
      void walk.page.uploader.pause();
    },
  },
  {
    name: "cancel",
    may: has("cancelUpload"),
    happen: (walk) => {
      walk.say("cancelUpload");
      void walk.page.uploader.cancel();
    },
  },
  { name: "reset", may: has("reset"), happen: reset },
  {
    name: "session lost",
    may: ({ isSignedIn }) => isSignedIn,
    happen: (walk) => void (walk.link.isSignedIn = false),
  },
  {
    name: "signed in again",
    weight: 6,
    may: ({ isSignedIn }) => !isSignedIn,
    happen: (walk) => void (walk.link.isSignedIn = true),
  },
  { name: "link cut", may: ({ isUp }) => isUp, happen: (walk) => void (walk.link.isUp = false) },
  {
    name: "link back",
    weight: 6,
    may: ({ isUp }) => !isUp,
    happen: (walk) => {
      walk.link.isUp = true;
      walk.page.network.online();
    },
  },
  { name: "an answer lost", may: isUnready, happen: (walk) => void (walk.link.lostAnswers += 1) },
  {
    name: "a bit changed on the way",
    may: isUnready,
    happen: (walk) => void (walk.link.flips += 1),
  },
  { name: "crash", may: isUnready, happen: (walk) => walk.crash() },
  { name: "page left", may: isUnready, happen: (walk) => walk.leave() },
  {
    name: "taken over by a second page",
    may: (model) => has("takeOver")(model) && model.isUp && model.isSignedIn,
    happen: async (walk) => {
      await walk.openSecond();
      if (walk.page.uploader.getSnapshot().status === "UPLOAD_STALLED") await resume(walk);
    },
  },
  {
    name: "a landed piece damaged",
    weight: 3,
    may: ({ status }) => UPLOAD_STATUS[status].slot,
    happen: async (walk, which) => void (await walk.damageLanded(which)),
  },
  {
    name: "source changed",
    weight: 3,
    may: ({ status }) => !LOOKED_AT.has(status),
    happen: (walk, which) => walk.changeSource(which),
  },
  { name: "10 s pass", weight: 2, may: isUnready, happen: (walk) => walk.pass(10_000) },
  { name: "70 s pass", may: isUnready, happen: (walk) => walk.pass(70_000) },
];

class WalkCommand implements fc.AsyncCommand<WalkModel, Walk> {
  readonly #kind: EventKind;
  readonly #after: number;
  readonly #which: number;

  constructor(kind: EventKind, after: number, which: number) {
    this.#kind = kind;
    this.#after = after;
    this.#which = which;
  }

  check(model: Readonly<WalkModel>): boolean {
    return this.#kind.may(model);
  }

  async run(model: WalkModel, walk: Walk): Promise<void> {
    walk.events.push(this.#kind.name);
    await this.#kind.happen(walk, this.#which);
    await walk.pass(this.#after);
    if (walk.isConnected) await walk.agree();
    model.status = await walk.status();
    model.isUp = walk.link.isUp;
    model.isSignedIn = walk.link.isSignedIn;
  }

  toString(): string {
    return `${this.#kind.name}, ${this.#after} ms`;
  }
}

const MOST_AFTER_MS = 6_000;
const MOST_CHOICES = 20;
const LEAST_COMMANDS = 12;
const MOST_COMMANDS = 36;

/** Any events, each with the time that passes after it. */
export const walkCommands = fc.array(
  fc
    .tuple(
      fc.oneof(
        ...KINDS.map((kind) => ({ weight: kind.weight ?? 1, arbitrary: fc.constant(kind) })),
      ),
      fc.integer({ min: 1, max: MOST_AFTER_MS }),
      fc.nat(MOST_CHOICES),
    )
    .map(([kind, after, which]) => new WalkCommand(kind, after, which)),
  { minLength: LEAST_COMMANDS, maxLength: MOST_COMMANDS, size: "max" },
);

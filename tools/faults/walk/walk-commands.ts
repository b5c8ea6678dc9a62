import { UPLOAD_STATES, UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import { AppError } from "@swath/contract/errors";
import fc from "fast-check";
import type { Walk } from "./walk.ts";

/** What a person, or the test, knows when the next event is chosen. */
export interface WalkModel {
  status: UploadStatus;
  isUp: boolean;
  isSignedIn: boolean;
}

interface EventKind {
  readonly name: string;
  readonly may: (model: Readonly<WalkModel>) => boolean;
  readonly happen: (walk: Walk, which: number) => Promise<void> | void;
}

const has = (event: Parameters<typeof UPLOAD_STATES.nextStatus>[1]) => (model: WalkModel) =>
  UPLOAD_STATES.nextStatus(model.status, event) !== undefined;
const isFresh = (model: WalkModel): boolean =>
  has("folderSelected")(model) && model.status !== "DATA_READY";
const always = (): boolean => true;

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
  { name: "choose the folder", may: isFresh, happen: start },
  { name: "resume", may: has("resume"), happen: resume },
  {
    name: "pause",
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
    may: ({ isSignedIn }) => !isSignedIn,
    happen: (walk) => void (walk.link.isSignedIn = true),
  },
  { name: "link cut", may: ({ isUp }) => isUp, happen: (walk) => void (walk.link.isUp = false) },
  {
    name: "link back",
    may: ({ isUp }) => !isUp,
    happen: (walk) => {
      walk.link.isUp = true;
      walk.page.network.goOnline();
    },
  },
  { name: "an answer lost", may: always, happen: (walk) => void (walk.link.lostAnswers += 1) },
  { name: "a bit changed on the way", may: always, happen: (walk) => void (walk.link.flips += 1) },
  { name: "crash", may: always, happen: (walk) => walk.crash() },
  { name: "page left", may: always, happen: (walk) => walk.leave() },
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
    may: ({ status }) => UPLOAD_STATUS[status].slot,
    happen: async (walk, which) => void (await walk.damageLanded(which)),
  },
  {
    name: "source changed",
    may: ({ status }) => status !== "DATA_READY",
    happen: (walk, which) => walk.changeSource(which),
  },
  { name: "70 s pass", may: always, happen: (walk) => walk.pass(70_000) },
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

/** Any events, each with the time that passes after it. */
export const walkCommands = fc.commands(
  KINDS.map((kind) =>
    fc
      .tuple(fc.integer({ min: 1, max: 9_000 }), fc.nat(20))
      .map(([after, which]) => new WalkCommand(kind, after, which)),
  ),
  { maxCommands: 25, size: "+1" },
);

import { partCount } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import type { PreparedObject } from "../../ports/preparer.ts";
import { folder, JOB, type SceneFile } from "../../testing/upload-scene.ts";
import { TaskList } from "../state/task-list.ts";
import type { ObjectOutcome } from "./post-object.ts";
import type { PreparationTask } from "./prepare-object.ts";
import type { ReadyObject } from "./ready-objects.ts";
import type { Moment, SendEffect, SendEvent } from "./send-events.ts";
import { SendMachine } from "./send-machine.ts";

const MB = 1_048_576;
const FORM = { kind: "answered", value: { url: "/store", fields: {} } } as const;
const STORED = { kind: "stored" } as const;

const at = (now: number): Moment => ({
  now,
  random: 1,
  limitBytesPerSecond: undefined,
  compressionBytesPerSecond: undefined,
});

/** A sending of files that go as they are, on a link that carries 1 MB pieces. */
function sending(...files: readonly SceneFile[]) {
  const { baseFolder, files: chosen } = folder(...files);
  const entries = chosen.map(({ entry }) => ({ ...entry, parts: partCount(entry.originalSize) }));
  const list = new TaskList(
    { ...JOB, baseFolder, files: entries },
    chosen.map(({ file }) => file),
  );
  const settings = {
    requireReason: false,
    LMSCurrentVersion: "1",
    wireChecksum: "crc32c",
    concurrentUploads: 4,
    compression: "always",
    minPieceBytes: MB / 4,
    minCopiedBytes: 5 * MB,
    storeAddresses: [],
  } as const;
  const machine = new SendMachine(list, settings, { memoryBytes: 1_000 * MB, now: 0 });
  /** All that is to be prepared. */
  const tasks: PreparationTask[] = [];
  const step = (event: SendEvent, now: number): readonly SendEffect[] => {
    const effects = machine.step(event, at(now));
    tasks.push(...of(effects, "prepare").map(({ task }) => task));
    return effects;
  };
  return { list, step, tasks };
}

const raw = (count: number, size: number): SceneFile[] =>
  Array.from({ length: count }, (_, i) => ({ name: `${i}.laz`, size, zipped: false }));

const of = <Kind extends SendEffect["kind"]>(effects: readonly SendEffect[], kind: Kind) =>
  effects.filter((effect): effect is Extract<SendEffect, { kind: Kind }> => effect.kind === kind);

const kinds = (effects: readonly SendEffect[]): string[] => effects.map(({ kind }) => kind);

function prepared({ attempt }: PreparationTask): PreparedObject {
  return { body: { size: attempt.length }, checksum: "", segments: [] };
}

type Sending = ReturnType<typeof sending>;

/** Prepares the next task; what is ready then, and the other effects. */
function prepare({ step, tasks }: Sending, now: number) {
  const task = tasks.shift()!;
  const outcome = { kind: "prepared", prepared: prepared(task) } as const;
  const effects = step({ kind: "prepared", task, outcome }, now);
  return { ready: of(effects, "authorise")[0]!.ready, effects };
}

/** Brings the first task as far as its post. */
function posting(scene: Sending, now = 0): ReadyObject {
  scene.step({ kind: "due" }, now);
  const { ready } = prepare(scene, now);
  scene.step({ kind: "authorised", ready, asked: now }, now);
  scene.step({ kind: "formed", ready, form: FORM }, now);
  return ready;
}

/**
 * Has one piece stored in a second, and prepares all that may be 20 s later, from when on a link that does
 * not break gets pieces of 5 MB: those that are posted then, and those that wait.
 */
function prepareAll(scene: Sending, now: number) {
  scene.step({ kind: "posted", ready: posting(scene), outcome: STORED }, 1_000);
  const posts: ReadyObject[] = [];
  const waiting: ReadyObject[] = [];
  while (scene.tasks.length > 0) {
    const { ready, effects } = prepare(scene, now);
    (of(effects, "takeForm").length > 0 ? posts : waiting).push(ready);
  }
  expect(waiting.length).toBeGreaterThan(1);
  return { posts, waiting };
}

describe("a step", () => {
  test("begins with what is to be read", () => {
    const { step } = sending(...raw(1, 100));
    expect(kinds(step({ kind: "due" }, 0))).toEqual(["progress", "prepare", "wake"]);
  });

  test("leads from a prepared object to its form, and from the form to its post", () => {
    const scene = sending(...raw(1, 100));
    scene.step({ kind: "due" }, 0);
    const { ready, effects } = prepare(scene, 1);
    expect(kinds(effects)).toEqual(["authorise", "progress", "takeForm", "wake"]);
    expect(scene.step({ kind: "formed", ready, form: FORM }, 2)).toEqual([
      { kind: "post", ready, form: FORM, address: undefined },
    ]);
    const ended = scene.step({ kind: "posted", ready, outcome: STORED }, 3);
    expect(kinds(ended)).toEqual(["storeFull", "progress", "end"]);
    expect(of(ended, "end")[0]!.outcome).toEqual({ kind: "sent" });
  });

  test("has equal effects for equal events at equal moments", () => {
    const first = simulate();
    expect(first.flat().some(({ kind }) => kind === "end")).toBe(true);
    expect(simulate()).toEqual(first);
  });
});

/** Plays a sending to its end: each effect leads to its event, a tenth of a second later. */
function simulate(): readonly (readonly SendEffect[])[] {
  const scene = sending(...raw(4, 2 * MB));
  const outcomes: ObjectOutcome[] = [STORED, { kind: "busy" }, { kind: "noResponse" }, STORED];
  const waiting = [...scene.step({ kind: "due" }, 0)];
  const effects: (readonly SendEffect[])[] = [];
  for (let now = 1; now < 2_000; now += 1) {
    const effect = waiting.shift();
    const event = effect === undefined ? ({ kind: "due" } as const) : eventOf(effect, outcomes);
    if (event === undefined) continue;
    const next = scene.step(event, now * 100);
    effects.push(next);
    waiting.push(...next);
  }
  return effects;
}

/** The event that follows an effect; posts end with the outcomes in turn. */
function eventOf(effect: SendEffect, outcomes: ObjectOutcome[]): SendEvent | undefined {
  if (effect.kind === "prepare") {
    const outcome = { kind: "prepared", prepared: prepared(effect.task) } as const;
    return { kind: "prepared", task: effect.task, outcome };
  }
  if (effect.kind === "authorise") return { kind: "authorised", ready: effect.ready, asked: 0 };
  if (effect.kind === "takeForm") return { kind: "formed", ready: effect.ready, form: FORM };
  if (effect.kind !== "post") return undefined;
  outcomes.push(outcomes.shift()!);
  return { kind: "posted", ready: effect.ready, outcome: outcomes[0]! };
}

describe("an end", () => {
  test("send/S14 a lost lease ends everything at once", () => {
    const scene = sending(...raw(3, 100));
    const ready = posting(scene);
    const refusal = {
      kind: "refused",
      status: 409,
      code: "UPLOAD_NOT_ACTIVE",
      message: "",
      details: {},
    } as const;
    const outcome = { kind: "leaseLost", refusal } as const;
    const effects = scene.step({ kind: "posted", ready, outcome }, 1);
    expect(effects.at(-1)).toEqual({ kind: "end", outcome });
    expect(scene.step({ kind: "due" }, 2)).toEqual([]);
  });

  test("send/S7 after it nothing is recorded", () => {
    const scene = sending(...raw(2, 100));
    const ready = posting(scene);
    scene.step({ kind: "stopped" }, 1);
    expect(scene.step({ kind: "posted", ready, outcome: STORED }, 2)).toEqual([]);
    expect(scene.list.queue.ranges.isLanded(0)).toBe(false);
  });

  test("send/S12 what waits is released with it, what is posted is not", () => {
    const scene = sending(...raw(1, 60 * MB));
    const { waiting } = prepareAll(scene, 21_000);
    const bodies = waiting.map(({ prepared: { body } }) => body);
    expect(of(scene.step({ kind: "stopped" }, 21_001), "release").map(({ body }) => body)).toEqual(
      bodies,
    );
  });
});

describe("tasks that wait", () => {
  test("send/S2 a busy store defers a task, and wakes the sending when it is due", () => {
    const scene = sending(...raw(1, 100));
    const ready = posting(scene);
    const effects = scene.step({ kind: "posted", ready, outcome: { kind: "busy" } }, 1_000);
    expect(effects).toContainEqual({ kind: "wake", afterMs: 1_000 });
    expect(of(scene.step({ kind: "due" }, 1_999), "prepare")).toEqual([]);
    expect(of(scene.step({ kind: "due" }, 2_000), "prepare")).toHaveLength(1);
  });

  test("send/S6 all are due once the network is back", () => {
    const scene = sending(...raw(1, 100));
    const ready = posting(scene);
    scene.step({ kind: "posted", ready, outcome: { kind: "busy" } }, 0);
    expect(of(scene.step({ kind: "online" }, 1), "prepare")).toHaveLength(1);
  });

  test("send/S11 while held nothing begins, and the hold is reached once no post is under way", () => {
    const scene = sending(...raw(1, 60 * MB));
    const ready = posting(scene);
    const sleep = { kind: "wake", afterMs: undefined };
    expect(scene.step({ kind: "held" }, 1)).toEqual([sleep]);
    const effects = scene.step({ kind: "posted", ready, outcome: STORED }, 2);
    expect(kinds(effects)).toEqual(["storeFull", "progress", "wake", "reachHold"]);
  });

  test("send/S13 what is ready is cut again once the server has answered, and not while a call claims its bytes", () => {
    const scene = sending(...raw(1, 60 * MB));
    const now = 21_000;
    const { posts, waiting } = prepareAll(scene, now);
    const [claimed, ...others] = waiting;
    for (const ready of others) scene.step({ kind: "authorised", ready, asked: now }, now);
    const [broken] = posts;
    scene.step({ kind: "formed", ready: broken!, form: FORM }, now);
    const outcome = { kind: "noResponse" } as const;
    const effects = scene.step({ kind: "posted", ready: broken!, outcome }, now + 100);
    const released = of(effects, "release").map(({ body }) => body);
    expect(released).toEqual(others.map(({ prepared: { body } }) => body));
    expect(released).not.toContain(claimed!.prepared.body);
  });
});

import { describe, expect, test } from "vitest";
import { BrowserClock } from "./browser-clock.ts";
import { WorkerCalls } from "./worker-calls.ts";

function workerOf(source: string): () => Worker {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return () => new Worker(url);
}

const ECHO = `onmessage = ({ data: { id, body } }) => {
  if (body === "crash") throw new Error("broken");
  if (body !== "hang") postMessage({ id, value: body });
}`;

describe("calls into a worker", () => {
  test("are answered, each by its own", async () => {
    const calls = new WorkerCalls(workerOf(ECHO));
    const answers = await Promise.all([calls.call("one"), calls.call("two")]);
    expect(answers).toEqual([
      { kind: "answered", value: "one" },
      { kind: "answered", value: "two" },
    ]);
    calls.close();
  });

  test("are lost with a worker that breaks down, and the next is made to a new one", async () => {
    const calls = new WorkerCalls(workerOf(ECHO));
    const hanging = calls.call("hang");
    const crashed = await calls.call("crash");
    expect(crashed).toMatchObject({ kind: "lost", reason: expect.stringContaining("broken") });
    expect((await hanging).kind).toBe("lost");
    expect(await calls.call("three")).toEqual({ kind: "answered", value: "three" });
    calls.close();
  });

  test("that wait when it is closed are lost", async () => {
    const calls = new WorkerCalls(workerOf(ECHO));
    const hanging = calls.call("hang");
    calls.close();
    expect(await hanging).toEqual({ kind: "lost", reason: "the worker was closed" });
  });
});

describe("the clock", () => {
  test("rings in time, unless it is called off", async () => {
    const clock = new BrowserClock();
    const rung: string[] = [];
    const before = clock.now();
    const callOff = clock.after(20, () => void rung.push("off"));
    callOff();
    await new Promise<void>((resolve) => {
      clock.after(60, () => {
        rung.push("on");
        resolve();
      });
    });
    expect(clock.now() - before).toBeGreaterThanOrEqual(55);
    expect(rung).toEqual(["on"]);
    clock.close();
  });
});

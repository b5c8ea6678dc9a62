import { describe, expect, test } from "vitest";
import type { ServedCalls } from "./testing/served.worker.ts";
import { WorkerCalls } from "./worker-rpc.ts";

interface EchoCalls {
  echo(text: string): string;
  hang(input: undefined): void;
  crash(input: undefined): void;
  emit(message: object): void;
}

/** A worker in the messages of the protocol, without its code. */
const ECHO = `onmessage = ({ data: { id, name, input } }) => {
  if (name === "crash") throw new Error("broken");
  if (name === "emit") postMessage(input);
  if (name === "echo") postMessage({ id, value: input });
}`;

function workerOf(source: string): () => Worker {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return () => new Worker(url);
}

/** A worker that serves calls by the code under test. */
function served(): Worker {
  return new Worker(new URL("./testing/served.worker.ts", import.meta.url), { type: "module" });
}

describe("calls into a worker", () => {
  test("are answered, each by its own", async () => {
    const calls = new WorkerCalls<EchoCalls>(workerOf(ECHO));
    const answers = await Promise.all([calls.call("echo", "one"), calls.call("echo", "two")]);
    expect(answers).toEqual([
      { kind: "answered", value: "one" },
      { kind: "answered", value: "two" },
    ]);
    calls.close();
  });

  test("are lost with a worker that crashes, and the next is made to a new one", async () => {
    const calls = new WorkerCalls<EchoCalls>(workerOf(ECHO));
    const hanging = calls.call("hang", undefined);
    const crashed = await calls.call("crash", undefined);
    expect(crashed).toMatchObject({ kind: "lost", reason: expect.stringContaining("broken") });
    expect((await hanging).kind).toBe("lost");
    expect(await calls.call("echo", "three")).toEqual({ kind: "answered", value: "three" });
    calls.close();
  });

  test("that wait when it is closed are lost", async () => {
    const calls = new WorkerCalls<EchoCalls>(workerOf(ECHO));
    const hanging = calls.call("hang", undefined);
    calls.close();
    const lost = { kind: "lost", reason: "the worker was closed" };
    expect(await hanging).toEqual(lost);
    expect(await calls.call("echo", "late")).toEqual(lost);
  });

  test("are all lost after a crash where the worker's state is lost with it", async () => {
    const options = { on: { heard: () => {} }, restart: false };
    const calls = new WorkerCalls<EchoCalls, { heard: string }>(workerOf(ECHO), options);
    const crashed = await calls.call("crash", undefined);
    expect(crashed.kind).toBe("lost");
    expect(await calls.call("echo", "again")).toEqual(crashed);
  });

  test.each([{ event: "unheard of", data: 1 }, { id: 99, value: 1 }, { say: "something else" }])(
    "are lost with a worker that sends the unknown message %j",
    async (message) => {
      const calls = new WorkerCalls<EchoCalls>(workerOf(ECHO));
      const reason = expect.stringContaining(JSON.stringify(message));
      expect(await calls.call("emit", message)).toEqual({ kind: "lost", reason });
      calls.close();
    },
  );
});

interface UnknownCalls {
  missing(input: undefined): void;
}

describe("a worker that serves calls", () => {
  test("answers, fails, transfers and sends events", async () => {
    const heard: string[] = [];
    const calls = new WorkerCalls<ServedCalls, { heard: string }>(served, {
      on: { heard: (text) => heard.push(text) },
    });
    expect(await calls.call("add", [1, 2])).toEqual({ kind: "answered", value: 3 });
    const failed = { kind: "failed", reason: "Error: nothing to add" };
    expect(await calls.call("add", [])).toEqual(failed);
    expect(await calls.call("give", 3)).toEqual({ kind: "answered", value: new Uint8Array(3) });
    expect(await calls.call("kept", undefined)).toEqual({ kind: "answered", value: 0 });
    expect(await calls.call("report", "hello")).toEqual({ kind: "answered", value: undefined });
    expect(heard).toEqual(["hello"]);
    calls.close();
  });

  test("fails an unknown call by its name", async () => {
    const calls = new WorkerCalls<UnknownCalls>(served);
    const failed = { kind: "failed", reason: "Error: unknown call: missing" };
    expect(await calls.call("missing", undefined)).toEqual(failed);
    calls.close();
  });

  test("reports a message that is no call as an error of the worker", async () => {
    const worker = served();
    const error = new Promise<string>((resolve) => {
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        resolve(event.message);
      });
    });
    worker.postMessage({ do: "something" }, []);
    expect(await error).toContain('unknown message: {"do":"something"}');
    worker.terminate();
  });
});

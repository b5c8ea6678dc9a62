import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { openAhead } from "./one-ahead.ts";

class Source {
  readonly opened: string[] = [];
  readonly streams = new Map<string, Readable>();

  open = async (name: string): Promise<Readable> => {
    this.opened.push(name);
    if (name === "gone") throw new Error("there is none");
    const stream = Readable.from([Buffer.from(name)]);
    this.streams.set(name, stream);
    return stream;
  };
}

const NAMES = ["a", "b", "c", "d"];

test("each source comes with its stream, and one more is open while it is read", async () => {
  const { open, opened } = new Source();
  const read: string[] = [];
  for (const [name, stream] of openAhead(NAMES, open)) {
    expect(opened).toEqual(NAMES.slice(0, NAMES.indexOf(name) + 2));
    read.push((await buffer(await stream)).toString());
  }
  expect(read).toEqual(NAMES);
});

test("one that was opened and is not reached is closed", async () => {
  const { open, streams } = new Source();
  for (const [name, stream] of openAhead(NAMES, open)) {
    await buffer(await stream);
    if (name === "b") break;
  }
  await expect.poll(() => streams.get("c")?.destroyed).toBe(true);
  expect(streams.has("d")).toBe(false);
});

test("a failure to open is its reader's, and nobody's where it is not reached", async () => {
  const { open } = new Source();
  const names: string[] = [];
  for (const [name, stream] of openAhead(["a", "gone", "b"], open)) {
    names.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    if (name === "gone") await expect(stream).rejects.toThrow("there is none");
  }
  expect(names).toEqual(["a", "gone", "b"]);
  for (const [, stream] of openAhead(["a", "gone"], open)) {
    await stream;
    break;
  }
});

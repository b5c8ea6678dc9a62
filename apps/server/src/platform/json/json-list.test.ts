import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonFault, readJsonList } from "./json-list.ts";

const BOUNDS = { elementBytes: 600, elementValues: 200, aroundBytes: 400 };
const PATH = ["metadata", "files"];

function* cut(text: string, every: number): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += every) yield bytes.subarray(at, at + every);
}

async function read(text: string, every = 7, path = PATH) {
  const list: unknown[] = [];
  const reading = readJsonList(cut(text, every), path, BOUNDS);
  for (;;) {
    const next = await reading.next();
    if (next.done === true) return { list, document: next.value };
    list.push(...next.value);
  }
}

async function faultOf(text: string): Promise<string> {
  const fault = await read(text).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof JsonFault)) throw new Error(`no fault of ${text}`, { cause: fault });
  return fault.message;
}

describe("a document with a long list", () => {
  test("is read element by element, with the rest of it at the end", async () => {
    const document = { metadata: { id: 'a"[{', files: [] }, more: [1, { files: [2] }] };
    const files = [{ name: 'x],"\\' }, "y", 3, null, [], [[1], { a: [2] }]];
    const text = JSON.stringify(
      { ...document, metadata: { ...document.metadata, files } },
      null,
      1,
    );
    for (const every of [1, 2, 7, 1_000])
      expect(await read(text, every)).toEqual({ list: files, document });
  });

  test("may be empty, and may stand first or at the root", async () => {
    const empty = await read('{"metadata":{"files":[ \n ]}}');
    expect(empty).toEqual({ list: [], document: { metadata: { files: [] } } });
    const first = await read('{"files":[1 , 2],"a":"b"}', 3, ["files"]);
    expect(first).toEqual({ list: [1, 2], document: { files: [], a: "b" } });
  });

  test("is read as JSON.parse reads it, wherever it is cut", async () => {
    const element = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: "binary" }));
    await fc.assert(
      fc.asyncProperty(fc.array(element, { maxLength: 6 }), fc.nat(30), async (files, every) => {
        const small = files.filter((file) => Buffer.byteLength(JSON.stringify(file)) < 150);
        const text = JSON.stringify({ metadata: { files: small } });
        const { list } = await read(text, every + 1);
        expect(list).toEqual((JSON.parse(text) as { metadata: { files: unknown } }).metadata.files);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    "",
    "[",
    "{}",
    "]",
    '{"metadata":{"files":[1',
    '{"metadata":{"files":[1}}',
    '{"metadata":{"files":[1,]}}',
    '{"metadata":{"files":[,1]}}',
    '{"metadata":{"files":[1 2]}}',
    '{"metadata":{"files":[{"a":1]]}}',
    '{"metadata":{"files":[1]}',
    '{"metadata":{"files":[1]}}}',
    '{"metadata":[{"files":[1]}]}',
    '{"metadata":{"files":5}}',
    '{"metadata":{"files":[1],"files":[2]}}',
    '{"metadata":{"files":[1],"fil\\u0065s":[2]}}',
    '{"metadata":{"files":[1],"files":2}}',
  ])("is refused where it is %j", async (text) => {
    expect(await faultOf(text)).toMatch(/^(is not valid JSON|holds no list)/);
  });

  test("is refused where it is no UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from('{"files":["'), Buffer.of(0xff), Buffer.from('"]}')]);
    const reading = readJsonList([bytes], ["files"], BOUNDS);
    await expect(reading.next()).rejects.toThrow("is not valid JSON");
  });

  test("is refused as soon as an element or what stands around the list is too long", async () => {
    const long = "x".repeat(700);
    expect(await faultOf(`{"metadata":{"files":["${long}"]}}`)).toMatch("more than 600 bytes");
    expect(await faultOf(`{"metadata":{"a":"${long}","files":[]}}`)).toMatch("more than 400 bytes");
    let taken = 0;
    function* endless() {
      yield Buffer.from('{"files":["');
      for (;;) {
        taken += 1;
        yield Buffer.from(long);
      }
    }
    await expect(readJsonList(endless(), ["files"], BOUNDS).next()).rejects.toThrow(JsonFault);
    expect(taken).toBe(1);
  });

  test("is refused where an element holds more values than it may", async () => {
    const element = JSON.stringify(Array.from({ length: 201 }, () => 1));
    expect(await faultOf(`{"metadata":{"files":[${element}]}}`)).toMatch("more than 200 values");
  });

  test("is refused where it is nested without end, before it is parsed", async () => {
    expect(await faultOf("[".repeat(100_000))).toBe("is nested too deep");
    expect(await faultOf(`{"metadata":{"files":[${"[".repeat(50)}`)).toBe("is nested too deep");
  });
});

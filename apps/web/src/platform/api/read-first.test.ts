import { expect, test } from "vitest";
import { readFirst } from "./api-error.ts";

test("of a store that sends more than was asked for, only the first bytes are taken", async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (control) => control.enqueue(new Uint8Array(5).fill(7)),
    cancel: () => {
      isCancelled = true;
    },
  });
  expect(await readFirst(new Response(endless), 12)).toEqual(new Uint8Array(12).fill(7));
  expect(isCancelled).toBe(true);
});

test("a file that is shorter than it was listed is taken as it is", async () => {
  expect(await readFirst(new Response("abc"), 10)).toEqual(new TextEncoder().encode("abc"));
});

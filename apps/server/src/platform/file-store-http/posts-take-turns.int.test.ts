import { expect, onTestFinished, test } from "vitest";
import { serveFileStore } from "./testing/file-store-server.ts";
import { bytes, Subject } from "../object-store/testing/subject.ts";
import type { PostRules } from "./file-store-post.ts";

const BUCKET = "swath-uploads";
/** As many are asked about at once. */
const AT_ONCE = 6;

/** A store whose posts wait to be admitted until they are let in, in the order of the questions. */
async function heldStore() {
  const asked: { readonly key: string; readonly letIn: () => void }[] = [];
  /** Whose turn may be waited for. */
  const came: string[] = [];
  const rules: PostRules = {
    admits: ({ key }) => new Promise((resolve) => asked.push({ key, letIn: () => resolve(true) })),
    countsFor: ({ key }) => {
      came.push(key);
      return key.slice(0, 1);
    },
  };
  const server = await serveFileStore([BUCKET], rules);
  onTestFinished(async () => {
    for (const { letIn } of asked) letIn();
    await server.close();
  });
  const { store, origin } = server;
  const under = { store, origin, buckets: [BUCKET, BUCKET] as const, tooLargeStatus: 413 };
  const subject = new Subject(
    { ...under, verifiesPosts: true, holdsForeignKeys: false, close: () => server.close() },
    1,
  );
  const content = bytes(1_000);
  const post = async (key: string): Promise<number> => {
    const { fields } = await store.presignPost(subject.ticket(key, content));
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(content)]));
    return (await fetch(`${origin}/store/${BUCKET}`, { method: "POST", body: form })).status;
  };
  return { asked, came, post };
}

test("a single post of one upload comes before the many that another has waiting", async () => {
  const { asked, came, post } = await heldStore();
  const many = Array.from({ length: 2 * AT_ONCE }, (_, n) => post(`many/${n}`));
  await expect.poll(() => came.length).toBe(2 * AT_ONCE);
  const single = post("single");
  await expect.poll(() => came.at(-1)).toBe("single");
  expect(asked.length).toBe(AT_ONCE);
  for (const { letIn } of asked.splice(0, 2)) letIn();
  await expect.poll(() => asked.length).toBe(AT_ONCE);
  expect(asked.map(({ key }) => key)).toContain("single");
  const letIn = setInterval(() => asked.shift()?.letIn(), 1);
  onTestFinished(() => clearInterval(letIn));
  expect(await single).toBe(201);
  expect(new Set(await Promise.all(many))).toEqual(new Set([201]));
});

import { expect, test, vi } from "vitest";
import { loadPart } from "./load-part.ts";

const part = { name: "support" };
const gone = new TypeError("Failed to fetch dynamically imported module");
const pause = () => Promise.resolve();

test("a part is waited for while the server does not answer", async () => {
  const load = vi.fn<() => Promise<typeof part>>().mockRejectedValue(gone);
  let answers = false;
  const asked = vi.fn<() => Promise<boolean>>(async () => {
    if (asked.mock.calls.length < 50) return false;
    load.mockResolvedValue(part);
    answers = true;
    return answers;
  });
  await expect(loadPart(load, { answers: asked, pause })).resolves.toBe(part);
  expect(answers).toBe(true);
});

test("a part that the server does not have any more fails with the browser's error", async () => {
  const load = vi.fn<() => Promise<typeof part>>().mockRejectedValue(gone);
  await expect(loadPart(load, { answers: async () => true, pause })).rejects.toBe(gone);
  expect(load).toHaveBeenCalledTimes(3);
});

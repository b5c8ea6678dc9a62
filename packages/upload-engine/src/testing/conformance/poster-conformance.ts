import type { UploadAuthReply } from "@swath/contract/uploads";
import { describe, expect, test } from "vitest";
import type { Poster, PostOutcome } from "../../ports/poster.ts";
import type { StoredBody } from "../../ports/preparer.ts";

type Outcome = Exclude<PostOutcome["kind"], "aborted">;

/** What the last part of a test store's address has it answer: a status, or nothing at all. */
export const ANSWER_PATHS: Readonly<Record<Outcome, string>> = {
  stored: "204",
  busy: "503",
  full: "507",
  refused: "403",
  noResponse: "drop",
  unreadable: "204",
};

export interface PosterUnderTest {
  readonly poster: Poster;
  /** A form and a body of this size whose post has that outcome. */
  readonly arrange: (
    outcome: Outcome,
    size: number,
  ) => Promise<{ readonly form: UploadAuthReply; readonly body: StoredBody }>;
  /** One at which something answers, and one at which nothing does. */
  readonly origins: { readonly answering: string; readonly away: string };
  /** Waits for a result, in the poster's real or virtual time. */
  readonly wait: <T>(result: Promise<T>) => Promise<T>;
}

const SIZE = 3_000_000;

async function post(
  { poster, arrange, wait }: PosterUnderTest,
  outcome: Outcome,
  signal = new AbortController().signal,
) {
  const { form, body } = await arrange(outcome, SIZE);
  const sent: number[] = [];
  const result = poster.post(form, body, { signal, onSent: (bytes) => sent.push(bytes) });
  return { outcome: await wait(result), sent };
}

/** What every poster of the engine does; declares the tests of one. */
export function posterConformance(name: string, open: () => PosterUnderTest): void {
  describe(name, () => {
    test("reports what was sent up to the whole body, never more", async () => {
      const { outcome, sent } = await post(open(), "stored");
      expect(outcome).toEqual({ kind: "stored" });
      expect(sent.at(-1)).toBe(SIZE);
      expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    });

    test.each(["busy", "full", "noResponse"] as const)("reports %s as such", async (kind) => {
      expect((await post(open(), kind)).outcome).toEqual({ kind });
    });

    test("reports a refusal with its status and a reason", async () => {
      const refused = { kind: "refused", status: 403, message: expect.stringMatching(/./) };
      expect((await post(open(), "refused")).outcome).toEqual(refused);
    });

    test("reports a file that was changed while it was sent by its path", async () => {
      const unreadable = { kind: "unreadable", path: expect.stringMatching(/./) };
      expect((await post(open(), "unreadable")).outcome).toEqual(unreadable);
    });

    test("tells whether an origin answers, whatever that says", async () => {
      const { poster, origins, wait } = open();
      expect(await wait(poster.reach(origins.answering))).toBe(true);
      expect(await wait(poster.reach(origins.away))).toBe(false);
    });

    test("ends at once when it is aborted, before or while it sends", async () => {
      const before = new AbortController();
      before.abort();
      expect((await post(open(), "stored", before.signal)).outcome).toEqual({ kind: "aborted" });
      const meanwhile = new AbortController();
      const result = post(open(), "stored", meanwhile.signal);
      await Promise.resolve();
      meanwhile.abort();
      expect((await result).outcome).toEqual({ kind: "aborted" });
    });
  });
}

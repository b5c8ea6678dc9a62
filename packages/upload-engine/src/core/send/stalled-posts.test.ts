import { describe, expect, test } from "vitest";
import { StalledPosts } from "./stalled-posts.ts";

const KNOWN = 1_000_000;

function watching(...names: readonly string[]): StalledPosts<string> {
  const stalls = new StalledPosts<string>();
  for (const [i, name] of names.entries()) stalls.watch(name, i);
  return stalls;
}

describe("stalled posts", () => {
  test("link/Q1 a post is silent after 4 s without any progress", () => {
    const stalls = watching("a");
    expect(stalls.decide(3_999, KNOWN).probe).toBe(false);
    expect(stalls.decide(4_000, KNOWN)).toEqual({ giveUp: [], wasAway: false, probe: true });
  });

  test("link/Q1 progress is a sign of life, a report without any is none", () => {
    const stalls = watching("a");
    stalls.sign("a", 1_000, 3_000);
    stalls.sign("a", 1_000, 6_000);
    expect(stalls.decide(6_500, KNOWN).probe).toBe(false);
    expect(stalls.decide(7_100, KNOWN).probe).toBe(true);
  });

  test("link/Q1 what was handed over may still be on its way, at the known pace", () => {
    const stalls = watching("a");
    stalls.sign("a", 3_000_000, 0);
    expect(stalls.decide(6_900, KNOWN).probe).toBe(false);
    expect(stalls.decide(7_000, KNOWN).probe).toBe(true);
    // No system keeps more than 4 MiB of a connection.
    stalls.sign("a", 500_000_000, 10_000);
    expect(stalls.decide(18_300, KNOWN).probe).toBe(true);
  });

  test("link/Q1 the silence allowed grows with the measured round trip", () => {
    const stalls = watching("a");
    stalls.answered(-3_000, -1_000);
    expect(stalls.decide(11_900, KNOWN).probe).toBe(false);
    expect(stalls.decide(12_000, KNOWN).probe).toBe(true);
  });

  test("link/Q1 a store that takes long to answer is allowed three times as long", () => {
    const stalls = watching("a", "b");
    stalls.sign("a", 100, 1_000);
    stalls.stored("a", 6_000);
    stalls.end("a");
    stalls.sign("b", 0.001, 6_000);
    expect(stalls.decide(20_900, KNOWN).probe).toBe(false);
    expect(stalls.decide(21_100, KNOWN).probe).toBe(true);
  });

  test("link/Q1 is a minute where no pace is known", () => {
    const stalls = watching("a");
    expect(stalls.decide(59_000, undefined)).toEqual({ giveUp: [], wasAway: false, probe: false });
    expect(stalls.decide(60_000, undefined).giveUp).toEqual(["a"]);
  });

  test("link/Q2 is given up once a call that began after its last sign was answered", () => {
    const stalls = watching("a", "b");
    stalls.sign("b", 10, 4_000);
    stalls.answered(-1, 0);
    expect(stalls.decide(4_200, KNOWN).giveUp).toEqual([]);
    stalls.answered(4_100, 4_200);
    expect(stalls.decide(4_300, KNOWN).giveUp).toEqual(["a"]);
  });

  test("link/Q2 where nothing is stored meanwhile the youngest alone is given up, the others once it got through", () => {
    const stalls = watching("a", "b", "c");
    stalls.answered(3_000, 3_100);
    expect(stalls.decide(4_100, KNOWN).giveUp).toEqual(["c"]);
    stalls.end("c");
    stalls.watch("c again", 4_200);
    expect(stalls.decide(5_000, KNOWN).giveUp).toEqual([]);
    stalls.sign("c again", 100, 5_000);
    stalls.stored("c again", 5_500);
    stalls.end("c again");
    expect(stalls.decide(5_600, KNOWN).giveUp).toEqual(["a", "b"]);
  });

  test("link/Q2 none is given up where the call waited in a queue, until another is stored", () => {
    const stalls = watching("a", "b");
    stalls.answered(4_000, 4_900);
    expect(stalls.decide(10_000, KNOWN, true)).toEqual({ giveUp: [], wasAway: false, probe: true });
    stalls.watch("c", 5_000);
    stalls.stored("c", 10_000);
    stalls.end("c");
    stalls.sign("b", 10, 10_000);
    expect(stalls.decide(21_000, KNOWN, true).giveUp).toEqual(["a"]);
  });

  test("link/Q2 an answered call alone ends no post that is not silent", () => {
    const stalls = watching("a");
    stalls.answered(1_000, 1_100);
    expect(stalls.decide(2_000, KNOWN).giveUp).toEqual([]);
  });

  test("link/Q3 is given up after a minute though no call was answered", () => {
    const stalls = watching("a");
    expect(stalls.decide(59_999, KNOWN).giveUp).toEqual([]);
    expect(stalls.decide(60_000, KNOWN).giveUp).toEqual(["a"]);
  });

  test("link/Q4 the link is probed one call at a time, 2 s apart", () => {
    const stalls = watching("a");
    expect(stalls.decide(5_000, KNOWN).probe).toBe(true);
    stalls.probeBegan(5_000);
    expect(stalls.decide(9_000, KNOWN).probe).toBe(false);
    stalls.probeEnded();
    expect(stalls.decide(9_000, KNOWN).probe).toBe(true);
    stalls.probeBegan(9_000);
    stalls.probeEnded();
    expect(stalls.decide(10_900, KNOWN).probe).toBe(false);
    expect(stalls.decide(11_000, KNOWN).probe).toBe(true);
  });

  test("link/Q5 of six silent posts the youngest is given up, of five none", () => {
    expect(watching("a", "b", "c", "d", "e").decide(5_000, KNOWN).giveUp).toEqual([]);
    const stalls = watching("a", "b", "c", "d", "e", "f");
    expect(stalls.decide(5_000, KNOWN).giveUp).toEqual(["f"]);
    stalls.end("f");
    expect(stalls.decide(5_000, KNOWN).giveUp).toEqual([]);
  });

  test("link/Q6 each one given up doubles the silence allowed, each one stored halves it", () => {
    const stalls = watching("a");
    stalls.answered(0, 0);
    expect(stalls.decide(4_000, KNOWN).giveUp).toEqual(["a"]);
    stalls.end("a");
    stalls.watch("b", 4_000);
    stalls.answered(4_000, 4_000);
    expect(stalls.decide(11_900, KNOWN).giveUp).toEqual([]);
    expect(stalls.decide(12_000, KNOWN).giveUp).toEqual(["b"]);
    for (let i = 0; i < 2; i++) stalls.stored("b", 4_000);
    stalls.end("b");
    stalls.watch("c", 12_000);
    stalls.answered(12_000, 12_000);
    expect(stalls.decide(16_000, KNOWN).giveUp).toEqual(["c"]);
  });

  test("link/Q7 after the link was away all posts of before are given up at once", () => {
    const stalls = watching("a", "b", "c");
    stalls.sign("c", 100, 3_000);
    stalls.unanswered(4_500);
    stalls.unanswered(8_000);
    stalls.watch("d", 9_000);
    expect(stalls.decide(10_000, KNOWN).giveUp).toEqual([]);
    expect(stalls.answered(11_000, 11_100)).toBe(true);
    const giveUp = ["a", "b", "c"];
    expect(stalls.decide(11_100, KNOWN)).toEqual({ giveUp, wasAway: true, probe: false });
    // As those that were given up by Q2 it would have doubled the silence allowed.
    for (const post of ["a", "b", "c"]) stalls.end(post);
    expect(stalls.decide(12_900, KNOWN).probe).toBe(false);
    expect(stalls.decide(13_000, KNOWN).probe).toBe(true);
  });

  test("link/Q7 none is where any post gave a sign meanwhile: the server alone was away", () => {
    const stalls = watching("a", "b", "c", "d");
    stalls.unanswered(1_000);
    stalls.sign("d", 100, 1_500);
    stalls.unanswered(1_800);
    stalls.answered(6_100, 6_200);
    stalls.sign("d", 200, 6_200);
    expect(stalls.decide(6_300, KNOWN).giveUp).not.toContain("a");
  });

  test("link/Q7 none is where calls went unanswered for less than 5 s: a poor link may lose one", () => {
    const stalls = watching("a", "b");
    stalls.unanswered(1_000);
    expect(stalls.answered(5_900, 6_000)).toBe(false);
    expect(stalls.answered(6_100, 6_200)).toBe(false);
    expect(stalls.decide(3_500, KNOWN).giveUp).toEqual([]);
  });

  test("link/Q7 none is as long as the call waited in a queue: the link became slow", () => {
    const stalls = watching("a", "b");
    stalls.unanswered(1_000);
    stalls.answered(6_000, 7_500);
    expect(stalls.decide(7_500, KNOWN, true).giveUp).toEqual([]);
    expect(stalls.decide(7_600, KNOWN, false).giveUp).toEqual(["a", "b"]);
  });
});

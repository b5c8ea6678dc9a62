import { describe, expect, test } from "vitest";
import { ConnectionCount } from "./connection-count.ts";
import { RoundTrips } from "./link-measurements.ts";

const MB = 1_000_000;

/** Milliseconds of a call, on a link that stands idle and on one with a queue before it. */
const IDLE_MS = 60;
const QUEUE_MS = 250;

/** A link on which so many connections carry so many bytes a second together; posts of a second each. */
class SimulatedLink {
  readonly roundTrips = new RoundTrips();
  readonly connections = new ConnectionCount(this.roundTrips);
  readonly #carries: (count: number) => number;
  fullFrom: number;
  now = 0;

  /** Calls wait from so many connections on. */
  constructor(carries: (count: number) => number, fullFrom = Infinity) {
    this.#carries = carries;
    this.fullFrom = fullFrom;
    this.call(IDLE_MS);
  }

  /** A call is answered that took so long. */
  call(ms: number): void {
    this.roundTrips.answered(this.now, this.now + ms);
    this.connections.answered(this.now + ms);
  }

  /** Lets one post on each connection be acknowledged, so many times; a call is made first. */
  rounds(count: number): void {
    for (let i = 0; i < count; i++) {
      const posts = this.connections.count;
      this.call(posts >= this.fullFrom ? QUEUE_MS : IDLE_MS);
      const storedBytes = this.#carries(posts) / posts;
      const began = this.now;
      this.now += 1_000;
      for (let post = 0; post < posts; post++) this.stored({ storedBytes, began });
    }
  }

  /** A post is acknowledged now that shared the link with the others. */
  stored({ storedBytes, began }: { readonly storedBytes: number; readonly began: number }): void {
    this.connections.acknowledged({
      storedBytes,
      sourceBytes: storedBytes,
      zipped: false,
      began,
      ended: this.now,
      connections: this.connections.count,
    });
  }
}

const perConnection = (count: number): number => count * 75_000;
const oneIsEnough = (): number => MB;

/** The number on a link of which calls took so long. */
function linkOf(...calls: readonly number[]): ConnectionCount {
  const roundTrips = new RoundTrips();
  const connections = new ConnectionCount(roundTrips);
  for (const ms of calls) {
    roundTrips.answered(0, ms);
    connections.answered(ms);
  }
  return connections;
}

/** The number on a long link where calls, one each second, wait or do not. */
const countAfter = (waits: readonly boolean[]): number => {
  const roundTrips = new RoundTrips();
  const connections = new ConnectionCount(roundTrips);
  connections.addresses(2, 0);
  roundTrips.answered(0, 100);
  connections.answered(100);
  for (const [second, wait] of [false, ...waits].entries()) {
    const began = 1_000 * (second + 1);
    roundTrips.answered(began, began + (wait ? 300 : 100));
    connections.answered(began + 300);
    connections.tick(began + 300);
  }
  return connections.count;
};

/** The numbers after each second in which a call waits or does not, on a near link that was full. */
const countsOnceFull = (waits: readonly boolean[]): number[] => {
  const link = new SimulatedLink(oneIsEnough, 2);
  link.rounds(5);
  return waits.map((wait) => {
    link.now += 1_000;
    link.call(wait ? QUEUE_MS : IDLE_MS);
    link.connections.tick(link.now + QUEUE_MS);
    return link.connections.count;
  });
};

describe("the number of connections", () => {
  test("link/N1 and N4 climbs from two to six where each carries as much as the others", () => {
    const link = new SimulatedLink(perConnection);
    expect(link.connections.count).toBe(2);
    link.rounds(2);
    expect(link.connections.count).toBe(4);
    link.rounds(5);
    expect(link.connections.count).toBe(6);
  });

  test("link/N1 begins with six where a round trip takes long", () => {
    expect(linkOf(80).count).toBe(6);
  });

  test("link/N1 the shortest round trip counts, since a call waits behind what is posted", () => {
    expect(linkOf(79, 300).count).toBe(2);
  });

  test("link/N1 doubles each second where a round trip takes long and no call waits", () => {
    const roundTrips = new RoundTrips();
    const connections = new ConnectionCount(roundTrips);
    const called = (at: number, ms: number): void => {
      roundTrips.answered(at, at + ms);
      connections.answered(at + ms);
    };
    connections.addresses(4, 0);
    called(0, 200);
    const counts = [2_000, 3_000, 4_000, 5_000].map((now) => {
      called(now - 500, now === 3_000 ? 450 : 210);
      connections.tick(now);
      return connections.count;
    });
    expect(counts).toEqual([12, 12, 24, 24]);
  });

  test("link/N1 a call of before says nothing of the connections that came since", () => {
    const roundTrips = new RoundTrips();
    const connections = new ConnectionCount(roundTrips);
    connections.addresses(2, 0);
    roundTrips.answered(0, 100);
    connections.answered(100);
    expect(connections.count).toBe(6);
    expect(connections.isClimbing).toBe(true);
    connections.tick(60_000);
    expect(connections.count).toBe(6);
    roundTrips.answered(60_000, 60_100);
    connections.tick(61_000);
    expect(connections.count).toBe(12);
    expect(connections.isClimbing).toBe(false);
  });

  test("link/N1 goes back to six once each call of 3 s waited, not for one that did", () => {
    expect(countAfter([true, true, true, true])).toBe(6);
    expect(countAfter([true, true, true, false, true])).toBe(12);
    // It is not climbed again.
    expect(countAfter([true, true, true, true, false, false])).toBe(6);
  });

  test("link/N1 one call that waited says no more the longer no other is answered", () => {
    const roundTrips = new RoundTrips();
    const connections = new ConnectionCount(roundTrips);
    connections.addresses(2, 0);
    for (const [began, now] of [
      [0, 100],
      [1_000, 1_100],
    ] as const) {
      roundTrips.answered(began, now);
      connections.answered(now);
      connections.tick(now + 100);
    }
    expect(connections.count).toBe(12);
    roundTrips.answered(2_000, 2_500);
    connections.answered(2_500);
    connections.tick(60_000);
    expect(connections.count).toBe(12);
  });

  test("link/N1 what is small and stored first does not end the climb", () => {
    const roundTrips = new RoundTrips();
    const connections = new ConnectionCount(roundTrips);
    connections.addresses(2, 0);
    roundTrips.answered(0, 200);
    connections.answered(200);
    const small = { storedBytes: 1_000, sourceBytes: 1_000, zipped: false, connections: 1 };
    connections.acknowledged({ ...small, began: 300, ended: 700 });
    expect(connections.isClimbing).toBe(true);
    roundTrips.answered(1_000, 1_200);
    connections.tick(1_700);
    expect(connections.count).toBe(12);
  });

  test("link/N1 a round trip says nothing more once something was acknowledged", () => {
    const link = new SimulatedLink(oneIsEnough);
    link.rounds(3);
    const { count } = link.connections;
    link.call(500);
    expect(link.connections.count).toBe(count);
  });

  test("link/N1 climbs to twelve where the store has two addresses, and falls back with them", () => {
    const link = new SimulatedLink(perConnection);
    link.connections.addresses(2, 0);
    link.rounds(12);
    expect(link.connections.count).toBe(12);
    link.connections.addresses(1, link.now);
    expect(link.connections.count).toBe(6);
  });

  test("link/N2 grows while nothing at all is acknowledged, one each 2 s", () => {
    const { connections } = new SimulatedLink(perConnection);
    const counts = [0, 1_000, 2_000, 3_000, 4_000, 60_000, 62_000, 64_000].map((now) => {
      connections.tick(now);
      return connections.count;
    });
    expect(counts).toEqual([2, 2, 3, 3, 4, 5, 6, 6]);
  });

  test("link/N2 does not grow while calls wait in a queue", () => {
    const { connections, ...link } = new SimulatedLink(perConnection);
    expect(connections.isClimbing).toBe(true);
    for (let now = 0; now <= 9_000; now += 1_000) {
      connections.tick(now);
      link.roundTrips.answered(now, now + QUEUE_MS);
    }
    expect(connections.count).toBe(2);
  });

  test("link/N2 grows also where connections break meanwhile", () => {
    const { connections } = new SimulatedLink(perConnection);
    for (let now = 0; now <= 9_000; now += 1_000) {
      connections.broken(now);
      connections.tick(now);
    }
    expect(connections.count).toBe(6);
  });

  test("link/N2 does not grow so once something was acknowledged", () => {
    const link = new SimulatedLink(oneIsEnough);
    link.connections.tick(0);
    link.rounds(3);
    const { count } = link.connections;
    link.connections.tick(link.now + 10_000);
    expect(link.connections.count).toBe(count);
  });

  test("link/N3 what was begun with another number says nothing of this one", () => {
    const link = new SimulatedLink(perConnection);
    link.rounds(2);
    expect(link.connections.count).toBe(4);
    link.now += 2_000;
    link.call(IDLE_MS);
    for (let i = 0; i < 9; i++) link.stored({ storedBytes: MB, began: link.now - 2_500 });
    expect(link.connections.count).toBe(4);
  });

  test("link/N3 a connection that gets more than its share does not stand for all", () => {
    const link = new SimulatedLink(oneIsEnough);
    link.rounds(2);
    expect(link.connections.count).toBe(4);
    link.now += 3_000;
    link.call(IDLE_MS);
    for (const ms of [750, 750, 750, 3_000])
      link.stored({ storedBytes: 0.3 * MB, began: link.now - ms });
    expect(link.connections.count).toBe(2);
  });

  test("link/N5 falls back where more do not pay, and tries again later and later", () => {
    const link = new SimulatedLink(oneIsEnough);
    const tries: number[] = [];
    for (let round = 0; round < 200; round++) {
      const before = link.connections.count;
      link.rounds(1);
      if (before === 2 && link.connections.count === 4) tries.push(link.now / 1_000);
      expect(link.connections.count).toBeLessThanOrEqual(4);
    }
    expect(link.connections.count).toBe(2);
    const waits = tries.slice(1).map((time, i) => time - tries[i]!);
    expect(waits[0]).toBeGreaterThanOrEqual(30);
    expect(waits[1]).toBeGreaterThanOrEqual(60);
    expect(tries.length).toBeLessThan(5);
  });

  test("link/N6 is tried again at once after a connection broke", () => {
    const link = new SimulatedLink(oneIsEnough);
    link.rounds(4);
    expect(link.connections.count).toBe(2);
    link.connections.broken(link.now);
    link.rounds(2);
    expect(link.connections.count).toBe(4);
  });

  test("link/N6 what was acknowledged before a break says nothing of the time after it", () => {
    const link = new SimulatedLink(perConnection);
    link.rounds(1);
    link.connections.broken(link.now);
    link.rounds(1);
    expect(link.connections.count).toBe(2);
  });

  test("link/N7 no more are tried while calls wait in a queue, however often connections break", () => {
    const link = new SimulatedLink(perConnection, 2);
    for (let round = 0; round < 100; round++) {
      link.rounds(1);
      if (round % 10 === 0) link.connections.broken(link.now);
      expect(link.connections.count).toBe(2);
    }
  });

  test("link/N7 those that paid stay where they fill the link, and no more are tried", () => {
    const link = new SimulatedLink(perConnection, 4);
    link.rounds(20);
    expect(link.connections.count).toBe(4);
  });

  test("link/N7 more are tried once no call waits any more", () => {
    const link = new SimulatedLink(perConnection, 2);
    link.rounds(10);
    link.now += 1_000;
    link.call(IDLE_MS);
    for (let i = 0; i < 2; i++) link.stored({ storedBytes: MB, began: link.now - 900 });
    expect(link.connections.count).toBe(4);
  });

  test("link/N9 two more each second, up to six, where a full link has become faster", () => {
    expect(countsOnceFull([false, false, false, false])).toEqual([2, 4, 6, 6]);
  });

  test("link/N9 none for a moment in which no call waits, and none once calls wait again", () => {
    expect(countsOnceFull([false, true, false, true])).toEqual([2, 2, 2, 2]);
    expect(countsOnceFull([false, false, true, true])).toEqual([2, 4, 4, 4]);
  });

  test("link/N9 a call is wanted each second meanwhile", () => {
    const link = new SimulatedLink(oneIsEnough, 2);
    link.rounds(5);
    const wanted = [0, 1, 2, 3].map(() => {
      link.now += 1_000;
      link.call(IDLE_MS);
      link.connections.tick(link.now + QUEUE_MS);
      return link.connections.isClimbing;
    });
    expect(wanted).toEqual([true, true, false, false]);
  });

  test("link/N9 none where the link was not full before", () => {
    const link = new SimulatedLink(oneIsEnough);
    link.rounds(4);
    expect(link.connections.count).toBe(2);
    link.connections.tick(link.now + 1_000);
    expect(link.connections.count).toBe(2);
    expect(link.connections.isClimbing).toBe(false);
  });

  test("link/N9 none once more were found not to pay", () => {
    const link = new SimulatedLink(oneIsEnough, 2);
    link.rounds(5);
    link.fullFrom = Infinity;
    link.rounds(4);
    link.connections.tick(link.now + 1_000);
    expect(link.connections.count).toBe(2);
  });
});

import { describe, expect, test } from "vitest";
import { ConnectionCount } from "./connection-count.ts";

const MB = 1_000_000;

/** A link on which so many connections carry so many bytes a second together; posts of a second each. */
class SimulatedLink {
  readonly connections = new ConnectionCount();
  readonly #carries: (count: number) => number;
  now = 0;

  constructor(carries: (count: number) => number) {
    this.#carries = carries;
  }

  /** Lets one post on each connection be acknowledged, so many times. */
  rounds(count: number): void {
    for (let i = 0; i < count; i++) {
      const posts = this.connections.count;
      const storedBytes = this.#carries(posts) / posts;
      const began = this.now;
      this.now += 1_000;
      for (let post = 0; post < posts; post++)
        this.connections.acknowledged({
          storedBytes,
          sourceBytes: storedBytes,
          zipped: false,
          began,
          ended: this.now,
          connections: posts,
        });
    }
  }
}

const perConnection = (count: number): number => count * 75_000;
const oneIsEnough = (): number => MB;

describe("the number of connections", () => {
  test("connections/N1 and N4 climbs from two to six where each carries as much as the others", () => {
    const link = new SimulatedLink(perConnection);
    expect(link.connections.count).toBe(2);
    link.rounds(1);
    expect(link.connections.count).toBe(4);
    link.rounds(5);
    expect(link.connections.count).toBe(6);
  });

  test("connections/N1 begins with six where a round trip takes long", () => {
    const { connections } = new SimulatedLink(perConnection);
    connections.roundTrip(80, 0);
    expect(connections.count).toBe(6);
  });

  test("connections/N1 the shortest round trip counts, since a call waits behind what is posted", () => {
    const { connections } = new SimulatedLink(perConnection);
    connections.roundTrip(79, 0);
    connections.roundTrip(300, 0);
    expect(connections.count).toBe(2);
  });

  test("connections/N1 takes what further addresses give at once where a round trip takes long", () => {
    const { connections } = new SimulatedLink(perConnection);
    connections.roundTrip(200, 0);
    connections.addresses(2, 0);
    expect(connections.count).toBe(12);
    connections.tick(60_000);
    expect(connections.count).toBe(12);
  });

  test("connections/N1 a round trip says nothing more once something was acknowledged", () => {
    const link = new SimulatedLink(oneIsEnough);
    link.rounds(3);
    const { count } = link.connections;
    link.connections.roundTrip(500, link.now);
    expect(link.connections.count).toBe(count);
  });

  test("connections/N1 climbs to twelve where the store has two addresses, and falls back with them", () => {
    const link = new SimulatedLink(perConnection);
    link.connections.addresses(2, 0);
    link.rounds(8);
    expect(link.connections.count).toBe(12);
    link.connections.addresses(1, link.now);
    expect(link.connections.count).toBe(6);
  });

  test("connections/N2 grows while nothing at all is acknowledged, one each 2 s", () => {
    const { connections } = new SimulatedLink(perConnection);
    const counts = [0, 1_000, 2_000, 3_000, 4_000, 60_000, 62_000, 64_000].map((now) => {
      connections.tick(now);
      return connections.count;
    });
    expect(counts).toEqual([2, 2, 3, 3, 4, 5, 6, 6]);
  });

  test("connections/N2 does not grow so once something was acknowledged", () => {
    const link = new SimulatedLink(oneIsEnough);
    link.connections.tick(0);
    link.rounds(3);
    const { count } = link.connections;
    link.connections.tick(link.now + 10_000);
    expect(link.connections.count).toBe(count);
  });

  test("connections/N3 what was begun with another number says nothing of this one", () => {
    const { connections } = new SimulatedLink(oneIsEnough);
    const sample = { storedBytes: MB, sourceBytes: MB, zipped: false, connections: 2 };
    for (let i = 0; i < 2; i++) connections.acknowledged({ ...sample, began: 0, ended: 1_000 });
    expect(connections.count).toBe(4);
    for (let i = 0; i < 9; i++) connections.acknowledged({ ...sample, began: 500, ended: 2_500 });
    expect(connections.count).toBe(4);
  });

  test("connections/N5 falls back where more do not pay, and tries again later and later", () => {
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

  test("connections/N6 is tried again at once after a connection broke", () => {
    const link = new SimulatedLink(oneIsEnough);
    link.rounds(3);
    expect(link.connections.count).toBe(2);
    link.connections.broken(link.now);
    link.rounds(1);
    expect(link.connections.count).toBe(4);
  });
});

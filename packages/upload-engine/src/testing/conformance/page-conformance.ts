import { describe, expect, test } from "vitest";
import type { Page } from "../../ports/uploader-ports.ts";

export interface PageUnderTest {
  readonly page: Page;
  readonly leave: () => void;
  readonly goOnline: () => void;
}

/** What every page of the engine does; declares the tests of one. */
export function pageConformance(name: string, { page, leave, goOnline }: PageUnderTest): void {
  describe(name, () => {
    test("calls each listener of an event until it is ended", () => {
      const heard: string[] = [];
      const endFirst = page.onLeave(() => heard.push("leave 1"));
      const endSecond = page.onLeave(() => heard.push("leave 2"));
      const endOnline = page.onOnline(() => heard.push("online"));
      leave();
      endFirst();
      leave();
      goOnline();
      expect(heard).toEqual(["leave 1", "leave 2", "leave 2", "online"]);
      endSecond();
      endOnline();
      endOnline();
      leave();
      goOnline();
      expect(heard.length).toBe(4);
    });
  });
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { processingRow } from "../testing/rows.ts";
import { entriesOf, nextPage, QUEUE_PAGE } from "./queue-query.ts";

interface Given {
  readonly rows?: number;
  readonly total?: number;
  readonly page?: number;
  readonly judged?: number;
}

/** A page of rows from a number on. */
const from = (
  first: number,
  { rows = QUEUE_PAGE, total = 120, page = 1, judged = 0 }: Given = {},
) => ({
  entries: Array.from({ length: rows }, (_, n) => {
    const key = String(first + n);
    return { key, row: processingRow({ id: key }) };
  }),
  total,
  page,
  judged,
});

test("pages follow one another until all are read", () => {
  const [first, second] = [from(0), from(50, { page: 2 })];
  expect(nextPage([first], 0)).toBe(2);
  expect(nextPage([first, second], 0)).toBe(3);
  expect(nextPage([first, second, from(100, { rows: 20, page: 3 })], 0)).toBeUndefined();
});

test("job-pages/P12 after some were judged the same page is read again, and nothing is missed or doubled", () => {
  expect(nextPage([from(0)], 3)).toBe(1);
  const pages = [from(0), from(3, { total: 117, judged: 3 })];
  expect(entriesOf(pages)).toHaveLength(53);
  expect(nextPage(pages, 3)).toBe(2);
});

test("what was judged since leaves no more to be read", () => {
  const all = from(0, { rows: 2, total: 2 });
  expect(nextPage([all], 1)).toBeUndefined();
});

test("job-pages/P12 where none left although some were judged, no page is read for ever", () => {
  const again = from(0, { judged: 3 });
  expect(nextPage([from(0), again], 3)).toBe(2);
  expect(nextPage([from(0), again, from(50, { page: 2, judged: 3 })], 3)).toBe(3);
});

test("job-pages/P13 jobs that left unseen are found by the total: what moved up is read", () => {
  // Two left of the first page; the second begins with what was the 53rd.
  const pages = [from(0), from(52, { page: 2, total: 118 })];
  expect(nextPage(pages, 0)).toBe(1);
  const moved = [...pages, from(2, { total: 118 })];
  expect(entriesOf(moved)).toHaveLength(102);
  expect(nextPage(moved, 0)).toBe(2);
  expect(nextPage([...moved, from(52, { page: 2, total: 118 })], 0)).toBe(3);
});

test("job-pages/P13 one judged job that takes another with it lets none be missed", () => {
  const pages = [from(0), from(2, { rows: 50, total: 118, judged: 1 })];
  expect(nextPage(pages, 1)).toBe(2);
  const skipped = [from(0, { total: 101 }), from(52, { rows: 49, page: 2, total: 99, judged: 1 })];
  expect(nextPage(skipped, 1)).toBe(1);
});

test("job-pages/P13 a page beyond the end of a list that shrank is not its end", () => {
  const pages = [from(0), from(50, { page: 2 }), from(0, { rows: 0, page: 3, total: 90 })];
  expect(nextPage(pages, 0)).toBe(2);
});

test("job-pages/P14 a list that ends before its total does is at its end", () => {
  expect(nextPage([from(0), from(50, { rows: 0, page: 2 })], 0)).toBeUndefined();
});

test("job-pages/P13 whatever leaves between two pages, all that stays is read", () => {
  const leaving = fc.record({ own: fc.nat(), others: fc.array(fc.nat(), { maxLength: 60 }) });
  const size = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(size, fc.array(leaving, { maxLength: 12 }), (entries, moments) => {
      let list = Array.from({ length: entries }, (_, n) => n);
      let judged = 0;
      const pages: ReturnType<typeof from>[] = [];
      for (let page: number | undefined = 1; page !== undefined; page = nextPage(pages, judged)) {
        const first = (page - 1) * QUEUE_PAGE;
        const given = { page, judged, total: list.length, rows: 0 };
        const shown = list.slice(first, first + QUEUE_PAGE).map((n) => from(n, { rows: 1 }));
        pages.push({ ...from(0, given), entries: shown.flatMap((each) => each.entries) });
        const { own, others } = moments[pages.length - 1] ?? { own: 0, others: [] };
        const gone = new Set([own, ...others].map((n) => list[n % list.length]));
        if (moments.length >= pages.length && list.length > 0) {
          list = list.filter((n) => !gone.has(n));
          judged += 1;
        }
        expect(pages.length).toBeLessThan(60);
      }
      const read = new Set(entriesOf(pages).map(({ key }) => key));
      expect(list.filter((n) => !read.has(String(n)))).toEqual([]);
    }),
  );
});

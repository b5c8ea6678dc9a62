import { expect, test } from "vitest";
import { findNeighbours, neighboursIn } from "./neighbours.ts";

const is = (wanted: number) => (item: number) => item === wanted;
const even = (item: number): boolean => item % 2 === 0;

test("what is before and after is the nearest stop on either side", () => {
  expect(neighboursIn([1, 2, 3], is(2))).toEqual({ previous: 1, next: 3 });
  expect(neighboursIn([2, 3, 5, 7, 8], is(5), even)).toEqual({ previous: 2, next: 8 });
});

test("at an end, and beside what is not in the list, there is none", () => {
  expect(neighboursIn([1, 2], is(1)).previous).toBeUndefined();
  expect(neighboursIn([1, 2], is(2)).next).toBeUndefined();
  expect(neighboursIn([1, 2], is(9))).toEqual({ previous: undefined, next: undefined });
});

const pages = (all: readonly number[]) => {
  const asked: number[] = [];
  const read = async (page: number) => {
    asked.push(page);
    return { items: all.slice((page - 1) * 2, page * 2), total: all.length };
  };
  return { asked, read };
};

test("a list is read page by page until both are known, across its pages", async () => {
  const { asked, read } = pages([1, 2, 3, 4, 5, 6]);
  const found = await findNeighbours({ read, isHere: is(2), mostPages: 9 });
  expect(found).toEqual({ previous: 1, next: 3 });
  expect(asked).toEqual([1, 2]);
});

test("the search ends with the list, and after so many pages", async () => {
  const last = pages([1, 2, 3]);
  const found = await findNeighbours({ read: last.read, isHere: is(3), mostPages: 9 });
  expect(found).toEqual({ previous: 2, next: undefined });
  expect(last.asked).toEqual([1, 2]);
  const long = pages([1, 2, 3, 4, 5, 6]);
  await findNeighbours({ read: long.read, isHere: is(6), mostPages: 2 });
  expect(long.asked).toEqual([1, 2]);
});

import {
  holdsForQA,
  PROCESSING_FILTER_FIELDS,
  type ProcessingFilterField,
  STATUS_FILTER_VALUES,
} from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProcessingRig, type ProcessingRig } from "../testing/processing-rig.ts";
import { seedRandomRecords, type RandomRecord } from "../testing/random-records.ts";

const COUNT = 300;
/** A page and how many rows it has: all matches are on a few of them. */
const pages = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(7, 100, 200));
let rig: ProcessingRig;
let records: RandomRecord[];
beforeAll(async () => {
  rig = await openProcessingRig();
  records = await seedRandomRecords(rig.db, COUNT, 20_261_122);
});
afterAll(() => rig.database.drop());

/** A filter as an address has it, or as a part of `$custom`, and what it keeps. */
interface Filter {
  readonly query: Readonly<Record<string, string>>;
  readonly keeps: (record: RandomRecord) => boolean;
}
interface Custom {
  readonly json: object;
  readonly keeps: Filter["keeps"];
}

const escaped = (value: string): string => value.replaceAll(/[\\,]/g, String.raw`\$&`);
const isStatus =
  (wanted: readonly string[]) =>
  (record: RandomRecord): boolean =>
    record.jobs.some(
      (job) =>
        wanted.includes(job.status) ||
        (wanted.includes("QA_COMPLETED") && job.status === "COMPLETED" && job.qaUser !== null) ||
        (wanted.includes("QA_PENDING") && holdsForQA(job) && isOpen(record)),
    );
/** Whether somebody can complete QA of it. */
const isOpen = ({ Active, deletedSuperseded, DocumentMajorVersion }: RandomRecord): boolean =>
  Active && !deletedSuperseded && DocumentMajorVersion > 3;

/** Values of a field: those that some have, and one that none has. */
const valuesOf = (field: ProcessingFilterField) =>
  fc.subarray(
    [...new Set(records.map((record) => record[field]).filter((each) => each !== null)), "nothing"],
    { minLength: 1, maxLength: 4 },
  );

const textFilter = (field: ProcessingFilterField): fc.Arbitrary<Filter> => {
  const anyOf = (operator: string) =>
    valuesOf(field).map((values): Filter => ({
      query: { [field]: `${operator} ${values.map(escaped).join(",")}` },
      keeps: (record) => values.includes(record[field] ?? ""),
    }));
  const has = (is: boolean): fc.Arbitrary<Filter> =>
    fc.constant({
      query: { [field]: is ? "$exists" : "$notExists" },
      keeps: (record) => (record[field] !== null) === is,
    });
  const plain = valuesOf(field).map(([value = ""]): Filter => ({
    query: { [field]: value },
    keeps: (record) => record[field] === value,
  }));
  return fc.oneof(
    anyOf("$any"),
    plain,
    has(true),
    has(false),
    ...(field === "Sensor" ? [anyOf("$anyOr")] : []),
  );
};

const statusFilter = fc
  .subarray([...STATUS_FILTER_VALUES], { minLength: 1, maxLength: 3 })
  .map((values): Filter => ({
    query: { Status: `$any ${values.join(",")}` },
    keeps: isStatus(values),
  }));

const day = (n: number): Date => new Date(Date.UTC(2026, 2, 1 + n));
const days = fc.tuple(fc.integer({ min: -2, max: 44 }), fc.integer({ min: 0, max: 20 }));
const dateFilter = days.map(([start, length]): Filter => {
  const [from, to] = [day(start), day(start + length)];
  const end = day(start + length + 1);
  return {
    query: { Date: `${from.toISOString().slice(0, 10)}+${to.toISOString().slice(0, 10)}` },
    keeps: (record) => record.Date >= from && record.Date < end,
  };
});

const COMPARE = {
  $eq: (a: number, b: number) => a === b,
  $gt: (a: number, b: number) => a > b,
  $gte: (a: number, b: number) => a >= b,
  $lt: (a: number, b: number) => a < b,
  $lte: (a: number, b: number) => a <= b,
} as const;
const comparisons = fc.constantFrom(...(Object.keys(COMPARE) as (keyof typeof COMPARE)[]));

const customText = (field: ProcessingFilterField): fc.Arbitrary<Custom> =>
  fc
    .tuple(fc.constantFrom("$any", "$eq", "$ne", "$exists", "plain"), valuesOf(field), fc.boolean())
    .map(([operator, values, is]): Custom => {
      if (operator === "$exists")
        return {
          json: { [field]: { $exists: is } },
          keeps: (record) => (record[field] !== null) === is,
        };
      const among = (record: RandomRecord): boolean => values.includes(record[field] ?? "");
      return {
        json: { [field]: operator === "plain" ? values : { [operator]: values } },
        keeps: (record) => among(record) === (operator !== "$ne"),
      };
    });
const customNumber = fc
  .tuple(comparisons, fc.constantFrom(1.4, 3, 3.1, 4.2))
  .map(([operator, value]): Custom => ({
    json: { DocumentMajorVersion: { [operator]: value } },
    keeps: (record) => COMPARE[operator](record.DocumentMajorVersion, value),
  }));
const customDate = fc
  .tuple(comparisons, fc.integer({ min: 0, max: 40 }))
  .map(([operator, n]): Custom => ({
    json: { Date: { [operator]: day(n).toISOString() } },
    keeps: (record) => COMPARE[operator](record.Date.getTime(), day(n).getTime()),
  }));
const customFlag = fc
  .tuple(
    fc.constantFrom("Active" as const, "deletedSuperseded" as const),
    fc.constantFrom("$eq", "$ne"),
    fc.boolean(),
  )
  .map(([field, operator, is]): Custom => ({
    json: { [field]: { [operator]: is } },
    keeps: (record) => (record[field] === is) === (operator === "$eq"),
  }));
const customStatus = fc
  .tuple(
    fc.constantFrom("$any", "$ne"),
    fc.subarray([...STATUS_FILTER_VALUES], { minLength: 1, maxLength: 3 }),
  )
  .map(([operator, values]): Custom => ({
    json: { Status: { [operator]: values } },
    keeps: (record) => isStatus(values)(record) === (operator === "$any"),
  }));

/** Every filter that a query has, alone or with others. */
function filters(): fc.Arbitrary<Filter> {
  const text = PROCESSING_FILTER_FIELDS.map(textFilter);
  const single = fc.oneof(
    ...PROCESSING_FILTER_FIELDS.map(customText),
    customNumber,
    customDate,
    customFlag,
    customStatus,
  );
  const joined = fc
    .tuple(fc.constantFrom("$and", "$or"), fc.array(single, { minLength: 1, maxLength: 3 }))
    .map(([name, of]): Custom => ({
      json: { [name]: of.map(({ json }) => json) },
      keeps: (record) =>
        name === "$and"
          ? of.every(({ keeps }) => keeps(record))
          : of.some(({ keeps }) => keeps(record)),
    }));
  const custom = fc.oneof(single, joined).map(({ json, keeps }): Filter => ({
    query: { $custom: JSON.stringify(json) },
    keeps,
  }));
  const one = fc.oneof(...text, statusFilter, dateFilter, custom);
  const some = fc.array(one, { minLength: 2, maxLength: 3 }).map((of): Filter => {
    // Of one parameter, the last stands.
    const last = of.filter(
      ({ query }, index) =>
        !of.slice(index + 1).some((later) => Object.keys(later.query)[0] === Object.keys(query)[0]),
    );
    return {
      query: Object.assign({}, ...last.map(({ query }) => query)) as Filter["query"],
      keeps: (record) => last.every(({ keeps }) => keeps(record)),
    };
  });
  return fc.oneof({ weight: 3, arbitrary: one }, { weight: 1, arbitrary: some });
}

const newestFirst = (a: RandomRecord, b: RandomRecord): number =>
  b.Date.getTime() - a.Date.getTime() || (a.id < b.id ? 1 : -1);

test("every operator on every column finds what plain filtering does", async () => {
  await fc.assert(
    fc.asyncProperty(filters(), pages, fc.boolean(), async (filter, [page, size], latest) => {
      const { reply, headers } = await rig.ask(endpoints.listProcessings, {
        query: {
          ...filter.query,
          page: String(page),
          pageSize: String(size),
          sort: latest ? "Date -1" : "Date 1",
        },
      });
      const kept = records.filter(filter.keeps).toSorted(newestFirst);
      if (!latest) kept.reverse();
      const rows = kept.slice((page - 1) * size, page * size);
      expect(Number(headers["x-total-count"])).toBe(kept.length);
      expect(reply.map(({ _id }) => _id)).toEqual(rows.map(({ id }) => id));
    }),
    { numRuns: 250 },
  );
});

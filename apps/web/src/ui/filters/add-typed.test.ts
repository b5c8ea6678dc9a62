import { describe, expect, test } from "vitest";
import { addTyped, itemsOf } from "./list-inputs.tsx";
import type { ChoiceField, IdsField, NamesField } from "./filter-draft.ts";

const MOST = 3;
const overfull = (values: readonly string[]) => (values.length > MOST ? "Too many." : undefined);

const IDS: IdsField = {
  kind: "ids",
  name: "ids",
  label: "ID",
  hint: "",
  invalid: "Invalid ID.",
  add: (ids, id) => (/^FL\d$/.test(id) ? [...ids, id] : undefined),
  overfull,
};
const NAMES: NamesField = {
  kind: "names",
  name: "names",
  label: "Aircraft",
  hint: "",
  fault: (name) => (name.length > 5 ? "Too long." : undefined),
  overfull,
};
const CHOICE: ChoiceField = {
  kind: "choice",
  name: "c",
  label: "Status",
  labelOf: (v) => `S ${v}`,
};

const none = { values: [], options: [] };

describe("what was typed becomes", () => {
  test("an identifier in upper case, each once", () => {
    expect(addTyped(IDS, none, " fl1 ")).toEqual({ values: ["FL1"], rest: "", fault: undefined });
    expect(addTyped(IDS, { ...none, values: ["FL1"] }, "FL1").values).toEqual(["FL1"]);
  });

  test.each(["FL1 FL2", "FL1,FL2", "FL1;  FL2", "FL1\nFL2\r\n", "fl1\tfl2"])(
    "several identifiers, of the list %j",
    (text) => {
      expect(addTyped(IDS, none, text).values).toEqual(["FL1", "FL2"]);
    },
  );

  test("those of a list that are identifiers; the others stay with the reason", () => {
    expect(addTyped(IDS, none, "FL1, XX, FL2, YY")).toEqual({
      values: ["FL1", "FL2"],
      rest: "XX YY",
      fault: "Invalid ID.",
    });
  });

  test("a name as it is, with its spaces and commas", () => {
    expect(addTyped(NAMES, none, " A, B ").values).toEqual(["A, B"]);
    expect(itemsOf(NAMES, "A B\nC\n")).toEqual(["A B", "C"]);
  });

  test("nothing where it is no name, with the reason", () => {
    expect(addTyped(NAMES, none, "123456")).toEqual({
      values: [],
      rest: "123456",
      fault: "Too long.",
    });
  });

  test("no more values than can be searched by", () => {
    expect(addTyped(IDS, none, "FL1 FL2 FL3 FL4 FL3")).toEqual({
      values: ["FL1", "FL2", "FL3"],
      rest: "FL4",
      fault: "Too many.",
    });
  });

  test("the option that reads so, or the only one that holds it", () => {
    const options = { values: [], options: ["READY", "READY_SOON", "FAILED"] };
    expect(addTyped(CHOICE, options, "s ready").values).toEqual(["READY"]);
    expect(addTyped(CHOICE, options, "fail").values).toEqual(["FAILED"]);
    for (const text of ["ready_", "READ", "gone"])
      expect(addTyped(CHOICE, options, text).rest).toBe(text === "ready_" ? "" : text);
  });

  test("nothing, of nothing", () => {
    expect(addTyped(IDS, none, "  ")).toEqual({ values: [], rest: "", fault: undefined });
  });
});

import { expect, test } from "vitest";
import { commandArguments } from "./command-arguments.ts";

test("a word of a command is filled once: what is put in is not read again", () => {
  const facts = {
    node: "/node",
    stages: "/s",
    sensor: "{flight}",
    flight: "FL000101",
    params: { cell: 2 },
  };
  expect(
    commandArguments(
      ["{node}", "{stages}/main.ts", "-{sensor}-", "{param.cell}", "{out}/{task}", "{input.x}"],
      facts,
    ),
  ).toEqual(["/node", "/s/main.ts", "-{flight}-", "2", "{out}/{task}", "{input.x}"]);
});

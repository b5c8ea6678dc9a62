import { expect, test } from "vitest";
import { commandArguments, sandboxOf } from "./command-arguments.ts";

test("a word of a command is filled once: what is put in is not read again", () => {
  const facts = {
    node: "/node",
    stages: "/s",
    grids: "/g:/{node}",
    sensor: "{flight}",
    flight: "FL000101",
    failed: "3",
    params: { cell: 2 },
  };
  expect(
    commandArguments(
      [
        "{node}",
        "{stages}/main.ts",
        "--grids={grids}",
        "-{sensor}-",
        "{param.cell}",
        "{out}/{task}",
        "{input.x}",
      ],
      facts,
    ),
  ).toEqual([
    "/node",
    "/s/main.ts",
    "--grids=/g:/{node}",
    "-{flight}-",
    "2",
    "{out}/{task}",
    "{input.x}",
  ]);
});

test("a program is shown the folders of grids where its command names them", () => {
  const sandbox = { network: false, read: ["/opt/company"] };
  const of = (command: string[], grids: string) => sandboxOf(sandbox, command, { grids }).read;
  expect(of(["{node}", "--grids={grids}"], "/srv/grids:/opt/proj")).toEqual([
    "/opt/company",
    "/srv/grids",
    "/opt/proj",
  ]);
  expect(of(["{node}", "--grids={grids}"], "")).toEqual(["/opt/company"]);
  expect(of(["{node}"], "/srv/grids")).toEqual(["/opt/company"]);
});

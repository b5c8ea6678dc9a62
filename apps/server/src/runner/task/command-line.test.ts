import { expect, test } from "vitest";
import { commandLine } from "./execute-task.ts";

const folder = { path: "/s/t", inputs: "/s/t/in", out: "/s/t/out", work: "/s/t/work" };
const task = {
  task: 3,
  name: "line_3",
  seconds: 1,
  inputs: {},
  input: { of: "points", path: "a/b.las" },
};

test("a command's words name the task's own folders and files, and nothing else changes", () => {
  const words = [
    "p",
    "--in={input}",
    "{input.gps}/x",
    "{out}",
    "{work}",
    "{task}",
    "{param}",
    "$HOME; rm",
  ];
  expect(commandLine(words, task, folder)).toEqual([
    "p",
    "--in=/s/t/in/points/a/b.las",
    "/s/t/in/gps/x",
    "/s/t/out",
    "/s/t/work",
    "line_3",
    "{param}",
    "$HOME; rm",
  ]);
});

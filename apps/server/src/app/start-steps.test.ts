import { expect, test } from "vitest";
import { startSteps } from "./start-steps.ts";

function begun() {
  const said: string[] = [];
  let due: (() => void) | undefined;
  const steps = startSteps(
    (line) => said.push(line),
    (run) => {
      due = run;
      return () => (due = undefined);
    },
  );
  return { said, steps, pass: () => due?.() };
}

test("a start that is quick says nothing", () => {
  const { said, steps, pass } = begun();
  steps.begin("the database");
  steps.end();
  pass();
  expect(said).toEqual([]);
});

test("a slow one says how long it may take, where it is, and each step from then on", () => {
  const { said, steps, pass } = begun();
  steps.begin("the database");
  pass();
  steps.begin("the pages");
  expect(said).toEqual([
    "Starting; the first time takes up to a minute, later ones a few seconds.",
    "Starting the database …",
    "Starting the pages …",
  ]);
});

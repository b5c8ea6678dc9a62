import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { onInterrupt } from "./on-interrupt.ts";

test("the first signal pauses, the second ends, and none is heard after that", () => {
  const process = new EventEmitter();
  const heard: string[] = [];
  const stop = onInterrupt(
    process,
    () => heard.push("pause"),
    () => heard.push("end"),
  );
  process.emit("SIGINT");
  process.emit("SIGTERM");
  stop();
  process.emit("SIGINT");
  expect(heard).toEqual(["pause", "end"]);
});

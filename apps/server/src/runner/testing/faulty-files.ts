import { AppError } from "@swath/contract/errors";
import { expect, test } from "vitest";
import type { ComputeSubject } from "./compute-subject.ts";
import { BUCKET } from "./run-of.ts";

const sh = (script: string): string[] => ["/bin/sh", "-c", script, "sh", "{out}", "{work}"];

/** Tasks whose inputs or outputs are refused. */
export function faultyFiles(get: () => ComputeSubject): void {
  test("a fault of its output, where that is a link, and nothing of it is stored", async () => {
    const script = 'echo a > "$1/a"; ln -s /etc/passwd "$1/b"';
    const { ending, errors, outputs } = await get().ended({ command: sh(script) });
    expect({ ending, outputs }).toEqual({ ending: "outputFault", outputs: [] });
    expect(errors).toEqual([{ file: "b", message: "is a symbolic link" }]);
  });

  test.each([
    ["a pipe", 'mkfifo "$1/p"', "is no file"],
    ["a name with a backslash", String.raw`touch "$1/..\\..\\a"`, "its name holds a backslash"],
    [
      "more files than it may",
      'for i in $(seq 101); do touch "$1/$i"; done',
      "is one of more than",
    ],
    ["measures that are none", 'echo "[{}]" > "$1/measures.json"', "is no list of measures"],
  ])("a fault of its output, where that is %s", async (_, script, message) => {
    const { ending, errors } = await get().ended({ command: sh(script) });
    expect(ending).toBe("outputFault");
    expect(errors[0]?.message).toContain(message);
  });

  test("a fault of its output, where it writes for ever", async () => {
    const { ending, errors } = await get().ended({ command: sh('exec cat /dev/zero > "$1/a"') });
    expect(ending).toBe("outputFault");
    expect(errors[0]?.message).toContain("wrote more than");
  });

  test("a fault of its input, where that is missing or not what it was", async () => {
    const { objects } = get().under;
    await objects.write(BUCKET, "in/b", [Buffer.from("changed")], { size: 7 });
    const file = { path: "b", bucket: BUCKET, key: "in/b", size: 7, xxh128: "0".repeat(32) };
    const command = sh("exit 0");
    const changed = await get().ended({ command, inputs: { points: [file] } });
    expect(changed.ending).toBe("inputFault");
    expect(changed.errors).toEqual([
      { file: "b", message: "is not what it was: its XXH128 differs" },
    ]);
    const missing = await get().ended({
      command,
      inputs: { points: [{ ...file, key: "in/none" }] },
    });
    expect(missing.ending).toBe("inputFault");
    expect(missing.errors[0]?.message).toContain(new AppError("OBJECT_NOT_FOUND", "").message);
  });
}

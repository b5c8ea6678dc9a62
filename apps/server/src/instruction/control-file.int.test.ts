import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { instructionOfProject } from "../domain/instructions/instruction-of-project.ts";
import {
  BUCKET,
  errorOf,
  type InstructionRig,
  openInstructionRig,
} from "./testing/instruction-rig.ts";

let rig: InstructionRig;
beforeAll(async () => {
  rig = await openInstructionRig();
});
afterAll(() => rig.close());
beforeEach(() => rig.empty());

describe("the file of control points", () => {
  const POINTS = "name,x,y,z\nA,500000.1,6250000.2,31.5\nB,500100,6250100,32\n";

  test("is what the stages of its project wait for, and read", async () => {
    const made = await rig.create({ control: true });
    expect(made).toMatchObject({
      controlFileName: "control_PRJ00001_North Pit.txt",
      controlFile: null,
    });
    expect(await instructionOfProject(rig.db, "PRJ00001")).toBe(
      "the file control_PRJ00001_North Pit.txt of its instruction",
    );
    const kept = await rig.upload(made._id, POINTS);
    expect(kept.controlFile).toMatchObject({ points: 2, bytes: POINTS.length });
    expect(kept.Updated).toBe(made.Updated);
    const found = await instructionOfProject(rig.db, "PRJ00001");
    if (typeof found !== "object" || found.control === null) throw new Error("not there");
    expect(found.control.name).toBe("control_PRJ00001_North Pit.txt");
    expect(await text(await rig.store.read(BUCKET, found.control.stored.key))).toBe(POINTS);
    expect((await rig.events())[0]).toMatchObject({
      action: "instruction.controlled",
      detail: { points: 2 },
    });
  });

  test("stands below its instruction, wherever its name points", async () => {
    const made = await rig.create({ control: true });
    await rig.upload(made._id, POINTS);
    const { objects } = await rig.store.list(BUCKET, { prefix: "" });
    expect(objects.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(new RegExp(`^instructions/${made._id}/\\w{32}\\.txt$`)),
      ]),
    );
  });

  test("keeps what an attempt has read when another one takes its place", async () => {
    const made = await rig.create({ control: true });
    await rig.upload(made._id, POINTS);
    await rig.upload(made._id, `${POINTS}C,1,2,3\n`);
    const { objects } = await rig.store.list(BUCKET, { prefix: `instructions/${made._id}/` });
    expect(objects.length).toBe(2);
  });

  test.each([
    ["instruction/C1 bytes that are no text", Uint8Array.of(0xff, 0xfe, 0x41), /not text in UTF-8/],
    ["instruction/C1 control characters", "A,1,2,3\u0000\n", /control characters/],
    ["instruction/C1 a zip", "PK\u0003\u0004", /control characters/],
    ["instruction/C2 no point", "name,x,y,z\n", /no control point/],
    ["instruction/C2 an empty file", "", /no control point/],
    ["instruction/C2 a line that is none", "A,1,2,3\nB,1,two,3\n", /line 2 is not a control point/],
    ["instruction/C2 markup", "<html><script>", /line 1 is not a control point/],
    ["instruction/C2 more than 100,000", "A,1,2,3\n".repeat(100_001), /more than 100,000/],
  ])("refuses %s", async (_, contents, message) => {
    const made = await rig.create({ control: true });
    const error = await errorOf(rig.upload(made._id, contents));
    expect(error).toMatchObject({ code: "INVALID_REQUEST", details: { field: "controlFile" } });
    expect(error?.message).toMatch(message);
    const { objects } = await rig.store.list(BUCKET, { prefix: `instructions/${made._id}/` });
    expect(objects).toEqual([]);
  });

  test("instruction/C2 takes 100,000", async () => {
    const made = await rig.create({ control: true });
    const kept = await rig.upload(made._id, "A,1,2,3\n".repeat(100_000));
    expect(kept.controlFile?.points).toBe(100_000);
  });

  test("belongs to an instruction with control alone", async () => {
    const made = await rig.create();
    expect((await errorOf(rig.upload(made._id, POINTS)))?.message).toBe(
      "this instruction has no control",
    );
  });
});

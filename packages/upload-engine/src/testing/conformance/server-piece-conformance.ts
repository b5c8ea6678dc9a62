import type { PlannedObject } from "@swath/contract/uploads";
import { expect, test } from "vitest";
import { type Caller, refused } from "./server-under-test.ts";

const MIB = 1_048_576;

/** The largest object, which is one file's. */
function largest({ objects }: Caller): PlannedObject {
  return objects.reduce((one, other) => (other.sourceBytes > one.sourceBytes ? other : one));
}

async function sending(caller: Caller): Promise<PlannedObject> {
  await caller.plan();
  await caller.move("UPLOADING");
  return largest(caller);
}

/** Tests of objects that are sent in pieces. */
export function pieces(get: () => Caller): void {
  test("make their object once they cover it, in any order, and are told until then", async () => {
    const object = await sending(get());
    const end = { offset: 4 * MIB, length: object.sourceBytes - 4 * MIB };
    await get().sendPiece(object, end);
    expect(await get().missing()).toContain(object.name);
    expect((await get().progress()).landed_pieces).toEqual({ [object.name]: [end] });
    await get().sendPiece(object, { offset: 0, length: 4 * MIB });
    expect(await get().missing()).not.toContain(object.name);
    expect((await get().progress()).landed_pieces).toEqual({});
  });

  test("are listed in the order of their bytes", async () => {
    const object = await sending(get());
    const [first, second] = [0, 4 * MIB].map((offset) => ({ offset, length: 2 * MIB }));
    await get().sendPiece(object, second!);
    await get().sendPiece(object, first!);
    const { landed_pieces: landed } = await get().progress();
    expect(landed[object.name]).toEqual([first, second]);
  });

  test("take the place of those that they overlap as soon as they are announced", async () => {
    const object = await sending(get());
    const end = { offset: 6 * MIB, length: object.sourceBytes - 6 * MIB };
    const across = { offset: 2 * MIB, length: 2 * MIB };
    for (const offset of [0, 3 * MIB]) await get().sendPiece(object, { offset, length: 3 * MIB });
    await get().sendPiece(object, end);
    expect(await get().missing()).not.toContain(object.name);
    await get().announcePiece(object, across);
    expect(await get().missing()).toContain(object.name);
    expect((await get().progress()).landed_pieces).toEqual({ [object.name]: [end] });
    await get().sendPiece(object, across);
    expect((await get().progress()).landed_pieces).toEqual({ [object.name]: [across, end] });
  });

  test("give way to the whole object", async () => {
    const object = await sending(get());
    await get().sendPiece(object, { offset: 0, length: 4 * MIB });
    await get().send([object.name]);
    expect(await get().missing()).not.toContain(object.name);
  });

  test("are refused beyond their object, and shorter than the store joins", async () => {
    const object = await sending(get());
    for (const piece of [
      { offset: object.sourceBytes - MIB, length: 2 * MIB },
      { offset: 0, length: 1_000 },
    ])
      await expect(get().announcePiece(object, piece)).rejects.toMatchObject(
        refused("INVALID_REQUEST"),
      );
    expect((await get().progress()).landed_pieces).toEqual({});
  });

  test("are refused of a bundle", async () => {
    await sending(get());
    const bundle = get().objects.find(({ segments }) => segments.length > 1)!;
    const piece = { offset: 0, length: bundle.segments[0]!.length };
    await expect(get().announcePiece(bundle, piece)).rejects.toMatchObject(
      refused("INVALID_REQUEST"),
    );
  });
}

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createUploadRig, type RigStore } from "./upload-rig.ts";
import { ReplacedScene } from "./replaced-scene.ts";

/** What is kept of replaced data, and brought back, on a store. */
export function replacedSuite(name: string, openStore?: () => RigStore): void {
  describe(`files that an update replaced ${name}`, () => {
    let rig: Awaited<ReturnType<typeof createUploadRig>>;
    let scene: ReplacedScene;
    beforeEach(async () => {
      rig = await createUploadRig(openStore === undefined ? {} : { store: openStore() });
      scene = await ReplacedScene.seed(rig);
    });
    afterEach(() => rig.close());

    test("are kept and brought back, and what they replace is kept in turn", async () => {
      expect((await scene.list()).replacements).toEqual([]);
      await scene.send(scene.next);
      const [update] = (await scene.list()).replacements;
      expect(update).toMatchObject({ user: "Crew", broughtBack: false, files: 3, fault: null });
      const paths = scene.next.map(({ path }) => path).toSorted();
      expect((await scene.files(update!.id)).map(({ path }) => path)).toEqual(paths);

      await scene.bringBack(update!.id);
      expect(await rig.differing(scene.upload, scene.first)).toEqual([]);
      expect((await scene.receipt()).head.files).toBe(scene.first.length);
      const [back, ...older] = (await scene.list()).replacements;
      expect(older).toEqual([]);
      expect(back).toMatchObject({ user: "Crew", broughtBack: true, files: 3, fault: null });
      expect(await scene.keptKeys()).toHaveLength(3);

      await scene.bringBack(back!.id, [paths[0]!]);
      const isNext = ({ path }: { path: string }): boolean => path === paths[0];
      const mixed = scene.first.map((file) => (isNext(file) ? scene.next.find(isNext)! : file));
      expect(await rig.differing(scene.upload, mixed)).toEqual([]);
      expect((await scene.receipt()).head.files).toBe(mixed.length);
    });

    test.each(["before", "after"] as const)(
      "are kept once and whole, however often a run is killed %s its steps",
      async (when) => {
        await rig.browser("crew").upload(scene.upload, scene.next, true);
        const killAtEach = async (steps: readonly string[]): Promise<void> => {
          for (const step of steps) {
            rig.faults[when] = (call) => {
              if (call === step) throw new Error("killed");
            };
            await expect(rig.server.hand.runAll(), step).rejects.toThrow("killed");
          }
          delete rig.faults[when];
          await rig.server.hand.runAll();
        };
        await killAtEach(["read", "head", "join", "write", "remove"]);
        expect(await rig.differing(scene.upload, scene.next)).toEqual([]);
        const [update, ...others] = (await scene.list()).replacements;
        expect(others).toEqual([]);
        expect(update?.files).toBe(3);
        await scene.order(update!.id);
        await killAtEach(["read", "head", "join", "write", "remove"]);
        expect(await rig.differing(scene.upload, scene.first)).toEqual([]);
        await scene.receipt();
        const [back] = (await scene.list()).replacements;
        await scene.bringBack(back!.id);
        expect(await rig.differing(scene.upload, scene.next)).toEqual([]);
      },
    );

    test("are left out where their content is equal", async () => {
      await scene.send([scene.next[0]!, ...scene.former.slice(1)]);
      const [update] = (await scene.list()).replacements;
      expect((await scene.files(update!.id)).map(({ path }) => path)).toEqual([
        scene.next[0]!.path,
      ]);
    });
  });
}

import { endpoints } from "@swath/contract/endpoints";
import type { Receipt } from "@swath/contract/uploads";
import { systemClock } from "../../platform/clock/clock.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { serveReceipts } from "../receipt/receipts.routes.ts";
import { lidarFolder, noise, planBytes, rangeBytes, type SourceFile } from "./source-folder.ts";
import type { SeededUpload } from "./test-browser.ts";
import type { createUploadRig } from "./upload-rig.ts";

type Rig = Awaited<ReturnType<typeof createUploadRig>>;
type Role = "leader" | "guest";

/** Data that is ready, and an update of three of its files: bundled, compressed and as it is. */
export class ReplacedScene {
  readonly rig: Rig;
  readonly upload: SeededUpload;
  readonly first: readonly SourceFile[];
  readonly next: readonly SourceFile[];

  private constructor(rig: Rig, upload: SeededUpload) {
    this.rig = rig;
    this.upload = upload;
    const { flightId } = upload;
    this.first = lidarFolder(flightId);
    const change = (ending: string, bytes: Buffer): SourceFile => ({
      ...this.first.find(({ path }) => path.endsWith(ending))!,
      bytes,
    });
    this.next = [
      change(`${flightId}.xls`, noise(2_500, 77)),
      change(".range", rangeBytes(1_500_000, 78)),
      change("_plan.kmz", planBytes(1_300_000, 79)),
    ];
  }

  static async seed(rig: Rig): Promise<ReplacedScene> {
    const scene = new ReplacedScene(rig, await rig.seed());
    await scene.send(scene.first, false);
    return scene;
  }

  /** What the first upload had where the update has something else. */
  get former(): SourceFile[] {
    return this.next.map(({ path }) => this.first.find((file) => file.path === path)!);
  }

  async send(files: readonly SourceFile[], isUpdate = true): Promise<void> {
    await this.rig.browser("crew").upload(this.upload, files, isUpdate);
    await this.rig.server.hand.runAll();
    const { status, reason } = await this.rig.stateOf(this.upload);
    if (status !== "DATA_READY") throw new Error(`${status}: ${reason}`);
  }

  async list() {
    const { flightId, uploadId } = this.upload;
    const request = { params: { flightId, uploadId }, identity: testIdentity("crew") };
    return (await this.rig.server.ask(endpoints.listReplacements, request)).reply;
  }

  async files(replacement: number, upload = this.upload) {
    const { flightId, uploadId } = upload;
    const params = { flightId, uploadId, replacement: `${replacement}` };
    const request = { params, identity: testIdentity("crew") };
    return (await this.rig.server.ask(endpoints.listReplacedFiles, request)).reply.files;
  }

  /** Orders files back; they are not there before what waits has run. */
  async order(
    replacement: number,
    body: { paths?: string[]; reason?: string } = {},
    by: { subject: string; role?: Role; upload?: SeededUpload } = { subject: "crew" },
  ): Promise<void> {
    const { flightId, uploadId } = by.upload ?? this.upload;
    const params = { flightId, uploadId, replacement: `${replacement}` };
    const identity = testIdentity(by.subject, ...(by.role === undefined ? [] : [by.role]));
    await this.rig.server.ask(endpoints.bringBack, { params, body, identity });
  }

  async bringBack(replacement: number, paths?: string[]): Promise<void> {
    await this.order(replacement, paths === undefined ? {} : { paths });
    await this.rig.server.hand.runAll();
  }

  /** What of it is kept in the store. */
  async keptKeys(): Promise<string[]> {
    return (await this.rig.keysIn(this.rig.buckets.uploads)).filter((key) =>
      key.startsWith("replaced/"),
    );
  }

  /** A receipt of the data: only where every file stands as it is sealed. */
  async receipt(): Promise<Receipt> {
    const { db, store, buckets } = this.rig;
    const { serve, ask } = recordServe();
    const signature = `${"A".repeat(86)}==`;
    const keys = {
      kid: "A".repeat(43),
      sign: () => signature,
      published: async () => ({ keys: [] }),
    };
    serveReceipts(serve, { db, store, buckets, clock: systemClock, keys });
    const { flightId, uploadId } = this.upload;
    const request = { params: { flightId, uploadId }, identity: testIdentity("crew") };
    return (await ask(endpoints.makeReceipt, request)).reply;
  }
}

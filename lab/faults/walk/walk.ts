import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { endpoints } from "@swath/contract/endpoints";
import { UPLOAD_STATUS, type UploadEvent, type UploadStatus } from "@swath/contract/uploads";
import type { Selection } from "@swath/upload-engine";
import { readFolder } from "@swath/upload-engine/node";
import {
  lidarFolder,
  noise,
  type SourceFile,
} from "../../../apps/server/src/uploads/testing/source-folder.ts";
import type { SeededUpload } from "../../../apps/server/src/uploads/testing/test-browser.ts";
import { testIdentity } from "../../../apps/server/src/platform/http/testing/recorded-serve.ts";
import { WalkClock } from "./walk-clock.ts";
import { changeFault, readChanges } from "./walk-history.ts";
import { type WalkLink, WalkPage } from "./walk-page.ts";
import { SWEEP_MS, type WalkStand } from "./walk-stand.ts";

/** The longest back-off and a heartbeat, and less than a lease: what is left alone ends by itself then. */
const AGREE_MS = 50_000;
const LONGEST_BACK_OFF_MS = 30_000;
const RANGE_BYTES = 2_600_000;
/** Of a file, behind what its reader looks for. */
const CHANGED_AT = 400_000;
const SECOND_MS = 1_000;

const STOPPED: ReadonlySet<UploadStatus> = new Set<UploadStatus>([
  "VALIDATING_SOURCE_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED",
  "UPLOAD_FAILED",
  "UPLOAD_STALLED",
  "VALIDATING_UPLOAD_FAILED",
]);

/**
 * One upload of a real server that real engines send, in virtual time.
 *
 * walk/W1 statuses move along the table alone, by those who may and as somebody said;
 * walk/W2 with link and session, page and server agree on the status in the end, and no page leaves
 *    alone what it holds;
 * walk/W3 what stopped says why, on the page that saw it or at the server;
 * walk/W4 a page from which an upload was taken over sends no more;
 * walk/W5 from every status a person gets to DATA_READY, with every byte as it is on the drive.
 */
export class Walk {
  readonly clock = new WalkClock();
  readonly link: WalkLink;
  readonly upload: SeededUpload;
  readonly #stand: WalkStand;
  readonly #folder: string;
  readonly #source: SourceFile[];
  #page: WalkPage;
  readonly #earlier: WalkPage[] = [];
  #words = new Set<UploadEvent>();
  #seen = { id: 0, status: "READY_FOR_UPLOAD" as UploadStatus };
  #sweeps = 0;
  #changes = 0;
  /** Statuses and events, as they came. */
  readonly statuses: UploadStatus[] = [];
  readonly events: string[] = [];

  private constructor(stand: WalkStand, upload: SeededUpload, folder: string, bytesPerMs: number) {
    this.#stand = stand;
    this.upload = upload;
    this.#folder = folder;
    this.#source = lidarFolder(upload.flightId).map((file) =>
      Object.assign(file, {
        bytes: Buffer.from(file.bytes.subarray(0, RANGE_BYTES)),
        // Raw files are read once after they landed, others as they are decompressed.
        zipped: file.zipped && !file.path.endsWith(".range"),
      }),
    );
    this.link = { isUp: true, isSignedIn: true, bytesPerMs, flips: 0, lostAnswers: 0 };
    this.#page = this.#newPage("READY_FOR_UPLOAD");
  }

  static async open(stand: WalkStand, bytesPerMs: number): Promise<Walk> {
    const upload = await stand.rig.seed();
    const folder = await mkdtemp(join(tmpdir(), "swath-walk-"));
    const walk = new Walk(stand, upload, folder, bytesPerMs);
    for (const file of walk.#source) await walk.#write(file);
    return walk;
  }

  get page(): WalkPage {
    return this.#page;
  }

  get isConnected(): boolean {
    return this.link.isUp && this.link.isSignedIn;
  }

  async #write({ path, bytes }: SourceFile): Promise<void> {
    const file = join(this.#folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    this.#changes += 1;
    await utimes(file, 1_700_000_000, 1_700_000_000 + this.#changes);
  }

  #newPage(status: UploadStatus): WalkPage {
    const { rig, origin, settings } = this.#stand;
    const { clock, link, upload } = this;
    const ask = rig.server.ask as ConstructorParameters<typeof WalkPage>[0]["ask"];
    const identity = testIdentity("crew");
    const around = { clock, link, identity, ask, origin, settings };
    const holder = `walk-${randomUUID().slice(0, 16)}`;
    return new WalkPage(around, { ...upload, isUpdate: false, status }, holder);
  }

  async status(): Promise<UploadStatus> {
    return (await this.#stand.rig.stateOf(this.upload)).status;
  }

  /** A person says something that these events come of. */
  say(...events: UploadEvent[]): void {
    for (const event of events) this.#words.add(event);
  }

  /** The folder as it is on the drive now. */
  async chosen(): Promise<Selection> {
    const baseFolder = this.#source[0]!.path.split("/")[0]!;
    const { files } = await readFolder(join(this.#folder, baseFolder));
    const facts = new Map(this.#source.map((file) => [file.path, file]));
    return {
      baseFolder,
      files: files.map((file) => {
        const { zipped, destination } = facts.get(file.path)!;
        const fileName = file.path.split("/").at(-1)!;
        const modified = Math.trunc(file.modified);
        const { path: fullPath, size: originalSize } = file;
        return { file, entry: { fileName, fullPath, originalSize, zipped, destination, modified } };
      }),
    };
  }

  /** Lets time pass for pages and server. */
  async pass(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= SWEEP_MS) {
      const time = Math.min(left, SWEEP_MS);
      await this.clock.advance(time);
      await this.#stand.pass(this.upload, time, (this.#sweeps += 1));
      await this.#poll();
    }
    await this.clock.quiet();
    await this.checkHistory();
  }

  /** The page's own polling, while nothing runs on it. */
  async #poll(): Promise<void> {
    if (!this.isConnected) return;
    const status = await this.status();
    for (const page of [this.#page, ...this.#earlier]) page.uploader.adopt(status);
  }

  /** walk/W1 */
  async checkHistory(): Promise<void> {
    const changes = await readChanges(this.#stand.rig.db, this.upload.uploadId, this.#seen.id);
    for (const change of changes) {
      const fault = changeFault(change, this.#seen.status, this.#words);
      if (fault !== undefined) throw new Error(`walk/W1 ${fault}`);
      this.#seen = { id: change.id, status: change.to };
      this.statuses.push(change.to);
    }
    const status = await this.status();
    if (status !== this.#seen.status)
      throw new Error(`walk/W1 ${status} is not what the history leads to: ${this.#seen.status}`);
  }

  /** walk/W2, walk/W3 and walk/W4 */
  async agree(): Promise<void> {
    const most = AGREE_MS + this.link.lostAnswers * LONGEST_BACK_OFF_MS;
    for (let waited = 0; !(await this.#agrees()); waited += SECOND_MS) {
      if (waited > most) {
        const { status, settled } = this.#page.uploader.getSnapshot();
        throw new Error(
          `walk/W2 the page is ${status} (${settled}), the server ${await this.status()}`,
        );
      }
      await this.pass(SECOND_MS);
    }
    await this.checkHistory();
    await this.#checkReason();
    if (this.#page.uploader.getSnapshot().settled) this.#words = new Set();
  }

  async #agrees(): Promise<boolean> {
    await this.clock.quiet();
    const isStill = this.#earlier.every(({ uploader }) => uploader.getSnapshot().settled);
    const server = await this.#stand.rig.stateOf(this.upload);
    const { status, settled } = this.#page.uploader.getSnapshot();
    const isLeft = settled && UPLOAD_STATUS[status].active && server.holder === this.#page.holder;
    return isStill && !isLeft && status === server.status;
  }

  async #checkReason(): Promise<void> {
    const { status, error, settled } = this.#page.uploader.getSnapshot();
    // What was begun anew has dropped the reason, though the server has not answered yet.
    if (!settled || !STOPPED.has(status) || error !== undefined) return;
    const { reason } = await this.#stand.rig.stateOf(this.upload);
    if (reason === null && this.#page.opened !== status)
      throw new Error(`walk/W3 ${status} without a reason`);
  }

  /** The page ends without a word, and another one is opened. */
  async crash(): Promise<void> {
    this.#page.crash();
    this.#page = this.#newPage(await this.status());
  }

  async leave(): Promise<void> {
    this.say("pause", "quitQueue");
    this.#page.uploader.dispose();
    await this.clock.quiet();
    await this.crash();
  }

  async openSecond(): Promise<void> {
    this.#earlier.push(this.#page);
    this.#page = this.#newPage(await this.status());
    this.say("takeOver");
    const taken = { isOver: false };
    // It waits for virtual time where an answer is lost.
    void this.#page.uploader.takeOver().then(() => (taken.isOver = true));
    for (let waited = 0; !taken.isOver && waited < AGREE_MS; waited += SECOND_MS)
      await this.pass(SECOND_MS);
  }

  /** Other bytes in a file of the drive, of the same size. */
  async changeSource(which: number): Promise<void> {
    const file = this.#source.filter(({ bytes }) => bytes.length > 2 * CHANGED_AT)[which % 3]!;
    file.bytes.set(noise(1_000, 1_000 + this.#changes), CHANGED_AT);
    await this.#write(file);
  }

  /** One bit of a landed piece; answers whether there was one. */
  async damageLanded(which: number): Promise<boolean> {
    const { rig } = this.#stand;
    const root = join(rig.folder, rig.buckets.uploads);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith("_metadata.json"))
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => path.includes(this.upload.uploadId))
      .toSorted();
    const path = paths[which % Math.max(1, paths.length)];
    if (path === undefined) return false;
    const bytes = await readFile(path);
    bytes[bytes.length >> 1]! ^= 1;
    await writeFile(path, bytes);
    return true;
  }

  async reset(): Promise<void> {
    this.say("reset");
    await this.#stand.rig.leader().reset(this.upload);
  }

  /** Files that do not stand in the store as they are on the drive. */
  differing(): Promise<string[]> {
    return this.#stand.rig.differing(this.upload, this.#source);
  }

  async serverKnows(): Promise<string> {
    const { flightId, uploadId } = this.upload;
    const asked = { params: { flightId, uploadId }, identity: testIdentity("crew") };
    return JSON.stringify((await this.#stand.rig.server.ask(endpoints.readUpload, asked)).reply);
  }

  async close(): Promise<void> {
    for (const page of [this.#page, ...this.#earlier]) page.crash();
    await this.clock.quiet();
    await rm(this.#folder, { recursive: true });
  }
}

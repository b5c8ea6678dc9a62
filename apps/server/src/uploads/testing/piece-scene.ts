import { type PieceRange, type PlannedObject, planObjects } from "@swath/contract/uploads";
import {
  lidarFolder,
  manifestOf,
  rangeBytes,
  type SourceFile,
  storedObject,
} from "./source-folder.ts";
import type { SeededUpload, TestBrowser } from "./test-browser.ts";
import type { createUploadRig } from "./upload-rig.ts";

type Rig = Awaited<ReturnType<typeof createUploadRig>>;

export const MIB = 1_048_576;
/** The object that is sent in pieces, by a part of its name. */
export const RANGE = ".range";

/** A LiDAR folder whose range file is so large that it may be sent in pieces. */
export class PieceScene {
  readonly upload: SeededUpload;
  readonly source: SourceFile[];
  readonly crew: TestBrowser;
  readonly #rig: Rig;

  private constructor(rig: Rig, upload: SeededUpload, rangeMiB: number) {
    this.#rig = rig;
    this.upload = upload;
    this.crew = rig.browser("crew");
    this.source = lidarFolder(upload.flightId).map((file) =>
      file.path.endsWith(RANGE)
        ? Object.assign(file, { bytes: rangeBytes(rangeMiB * MIB, 8) })
        : file,
    );
  }

  static async seed(rig: Rig, rangeMiB: number): Promise<PieceScene> {
    return new PieceScene(rig, await rig.seed(), rangeMiB);
  }

  /** The planned object whose name has this part. */
  planned(part: string): PlannedObject {
    return this.#objects.find(({ name }) => name.includes(part))!;
  }

  get #objects(): PlannedObject[] {
    return planObjects(manifestOf(this.upload, this.source).files);
  }

  /** A piece of an object of one segment, as it is posted. */
  async pieceOf(object: PlannedObject, piece: PieceRange, zipped = true) {
    const [{ file, offset }] = object.segments as [PlannedObject["segments"][number]];
    const start = offset + piece.offset;
    const files = zipped
      ? this.source
      : this.source.map((each) => Object.assign({}, each, { zipped: false }));
    const cut = { ...object, segments: [{ file, offset: start, length: piece.length }] };
    const { segments, ...stored } = await storedObject(cut, files);
    const [claim] = segments as [(typeof segments)[number]];
    return { ...stored, segments: [{ ...claim, zipped }], piece };
  }

  /** Sends a piece of the range file; answers its key. */
  async sendPiece(offset: number, length: number, zipped = true): Promise<string> {
    const object = this.planned(RANGE);
    const piece = await this.pieceOf(object, { offset, length }, zipped);
    return this.crew.post(this.upload, object.name, piece);
  }

  /** Sends an object whole; answers its key. */
  async sendWhole(part: string): Promise<string> {
    const object = this.planned(part);
    return this.crew.post(this.upload, object.name, await storedObject(object, this.source));
  }

  async begin(): Promise<void> {
    await this.crew.begin(this.upload, manifestOf(this.upload, this.source));
    await this.crew.move(this.upload, "UPLOADING");
  }

  /** Sends all other objects than those whose names have these parts. */
  async sendOthers(...parts: string[]): Promise<void> {
    const names = this.#objects.map(({ name }) => name);
    const others = names.filter((name) => !parts.some((part) => name.includes(part)));
    await this.crew.send(this.upload, this.source, others);
  }

  async complete(): Promise<void> {
    await this.crew.move(this.upload, "UPLOAD_INTEGRITY_CHECK");
    await this.crew.move(this.upload, "UPLOAD_COMPLETE");
  }

  async rebuild(): Promise<void> {
    await this.complete();
    await this.#rig.server.hand.runAll();
  }

  /** Paths of files that do not stand in the LiDAR bucket byte for byte. */
  differing(): Promise<string[]> {
    return this.#rig.differing(this.upload, this.source);
  }

  state() {
    return this.#rig.stateOf(this.upload);
  }
}

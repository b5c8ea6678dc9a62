import { type PieceRange, type PlannedObject, planObjects } from "@swath/contract/uploads";
import type { Manifest, UploadAuthBody } from "@swath/contract/uploads";
import { fakeChecksum } from "./fake-bytes.ts";

interface Landed {
  readonly content: string;
  readonly size: number;
}

interface LandedPiece extends Landed {
  readonly range: PieceRange;
}

/** How a post names what it carries: the object, with its range where it is a piece. */
export function postName(name: string, piece: PieceRange | undefined): string {
  return piece === undefined ? name : `${name}[${piece.offset}+${piece.length}]`;
}

/** What the store of a fake server holds: objects, and pieces of those that are not whole yet. */
export class FakeLanding {
  readonly objects = new Map<string, Landed>();
  readonly pieces = new Map<string, LandedPiece[]>();
  /** By {@link postName}. */
  readonly claims = new Map<string, UploadAuthBody>();

  clear(): void {
    this.objects.clear();
    this.pieces.clear();
    this.claims.clear();
  }

  /** Whether a posted body is what its claim promised; keeps it then. */
  receive(claim: UploadAuthBody, content: string, size: number, manifest: Manifest): boolean {
    if (claim.checksum !== fakeChecksum(content)) return false;
    const { filePath: name, piece } = claim;
    if (piece === undefined) {
      this.objects.set(name, { content, size });
      this.pieces.delete(name);
      return true;
    }
    const end = piece.offset + piece.length;
    const others = (this.pieces.get(name) ?? []).filter(
      ({ range }) => range.offset >= end || range.offset + range.length <= piece.offset,
    );
    const all = [...others, { range: piece, content, size }].toSorted(
      (a, b) => a.range.offset - b.range.offset,
    );
    this.pieces.set(name, all);
    this.#join(
      planObjects(manifest.files).find((object) => object.name === name)!,
      all,
    );
    return true;
  }

  #join({ name, sourceBytes }: PlannedObject, pieces: readonly LandedPiece[]): void {
    if (pieces.reduce((sum, { range }) => sum + range.length, 0) < sourceBytes) return;
    this.pieces.delete(name);
    this.objects.set(name, {
      content: pieces.map(({ content }) => content).join("|"),
      size: pieces.reduce((sum, { size }) => sum + size, 0),
    });
  }

  /** The progress record's two lists. */
  progress(manifest: Manifest | undefined): {
    remaining_task_key_list: string[];
    landed_pieces: Record<string, PieceRange[]>;
  } {
    const missing = planObjects(manifest?.files ?? []).filter(
      ({ name }) => !this.objects.has(name),
    );
    const landed = [...this.pieces].map(([name, pieces]) => [
      name,
      pieces.map(({ range }) => range),
    ]);
    return {
      remaining_task_key_list: missing.map(({ name }) => name),
      landed_pieces: Object.fromEntries(landed) as Record<string, PieceRange[]>,
    };
  }
}

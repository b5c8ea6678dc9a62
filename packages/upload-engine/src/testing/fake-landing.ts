import { type PieceRange, planObjects } from "@swath/contract/uploads";
import type { Manifest, SentFile, UploadAuthBody } from "@swath/contract/uploads";
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

const endOf = ({ offset, length }: PieceRange): number => offset + length;

const overlap = (one: PieceRange, other: PieceRange): boolean =>
  one.offset < endOf(other) && other.offset < endOf(one);

/** What the store of a fake server holds: objects, and pieces of those that are not whole yet. */
export class FakeLanding {
  readonly objects = new Map<string, Landed>();
  readonly pieces = new Map<string, LandedPiece[]>();
  /** By {@link postName}. */
  readonly claims = new Map<string, UploadAuthBody>();
  /** What objects that are whole were joined from. */
  readonly #joined = new Map<string, readonly LandedPiece[]>();

  clear(): void {
    this.objects.clear();
    this.pieces.clear();
    this.claims.clear();
    this.#joined.clear();
  }

  /** Keeps a claim in place of all that it overlaps, landed or not. */
  announce(claim: UploadAuthBody, whole: PieceRange): void {
    const { filePath: name, piece = whole } = claim;
    for (const [key, { filePath, piece: other = whole }] of this.claims)
      if (filePath === name && overlap(other, piece)) this.claims.delete(key);
    this.#keep(name, ({ range }) => !overlap(range, piece));
    this.claims.set(postName(name, claim.piece), claim);
  }

  /** Forgets an object, or a piece of one, by {@link postName}. */
  forget(post: string): void {
    for (const name of [...this.objects.keys(), ...this.pieces.keys()])
      if (name === post) this.#keep(name, () => false);
      else if (post.startsWith(`${name}[`))
        this.#keep(name, ({ range }) => postName(name, range) !== post);
  }

  #keep(name: string, stays: (piece: LandedPiece) => boolean): void {
    const all = this.objects.has(name) ? this.#joined.get(name) : this.pieces.get(name);
    const kept = (all ?? []).filter(stays);
    if (this.objects.has(name) && kept.length === all?.length) return;
    this.objects.delete(name);
    if (kept.length > 0) this.pieces.set(name, kept);
    else this.pieces.delete(name);
  }

  /** Whether a posted body is what its claim promised; keeps it then. */
  receive(claim: UploadAuthBody, content: string, size: number, manifest: Manifest): boolean {
    if (claim.checksum !== fakeChecksum(content)) return false;
    const { filePath: name, piece: range } = claim;
    if (range === undefined) {
      this.#whole(name, [{ range: { offset: 0, length: Infinity }, content, size }]);
      return true;
    }
    this.#keep(name, (piece) => !overlap(piece.range, range));
    const all = [...(this.pieces.get(name) ?? []), { range, content, size }].toSorted(
      (a, b) => a.range.offset - b.range.offset,
    );
    this.pieces.set(name, all);
    const object = planObjects(manifest.files).find((planned) => planned.name === name)!;
    const landed = all.reduce((sum, { range: { length } }) => sum + length, 0);
    if (landed === object.sourceBytes) this.#whole(name, all);
    return true;
  }

  #whole(name: string, pieces: readonly LandedPiece[]): void {
    this.pieces.delete(name);
    this.#joined.set(name, pieces);
    this.objects.set(name, {
      content: pieces.map(({ content }) => content).join("|"),
      size: pieces.reduce((sum, { size }) => sum + size, 0),
    });
  }

  /** What was announced of a file. */
  announced(manifest: Manifest, file: number): SentFile["pieces"] {
    return planObjects(manifest.files).flatMap(({ name, segments }) =>
      segments.flatMap((segment, index) =>
        [...this.claims.values()].flatMap(({ filePath, piece, segments: sums }) => {
          if (segment.file !== file || filePath !== name) return [];
          const { xxh128 } = sums[index]!;
          const offset = segment.offset + (piece?.offset ?? 0);
          return [{ offset, length: piece?.length ?? segment.length, xxh128 }];
        }),
      ),
    );
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

import type { PieceRow } from "../plan-record.ts";

/** The upload's content is not what it should be: told to people, and not tried again. */
export class RebuildFault extends Error {
  override readonly name: string = "RebuildFault";
}

/** A piece did not land as it was announced, or does not stand so any more: it can be sent again. */
export class DamagedPiece extends RebuildFault {
  override readonly name = "DamagedPiece";
  readonly piece: PieceRow;
  /** Of the file, or of the first file of a bundle. */
  readonly path: string;

  constructor(piece: PieceRow, path: string, fault: RebuildFault) {
    super(fault.message);
    this.piece = piece;
    this.path = path;
  }
}

/** A fault of a piece's content is a damage of that piece. */
export const asDamaged = (piece: PieceRow, path: string, error: unknown): unknown =>
  error instanceof RebuildFault ? new DamagedPiece(piece, path, error) : error;

/** All that is damaged of an upload. */
export class DamageFound extends Error {
  override readonly name = "DamageFound";
  readonly damaged: readonly DamagedPiece[];

  constructor(damaged: readonly DamagedPiece[]) {
    super(`${damaged.length} pieces are damaged`);
    this.damaged = damaged;
  }
}

import { IntegerModel, SymbolModel } from "@swath/survey/laz";

/** How the place of a packet follows from the one before. */
export const PLACE = { same: 0, behind: 1, difference: 2, other: 3 } as const;
/** Offsets in a packet (LAS 1.4-R15, table 12). */
export const PACKET = { offset: 1, size: 9, returnPoint: 13, direction: 17 } as const;

/** Models of the 29 bytes of a waveform packet (LASzip's items WAVEPACKET13 and WAVEPACKET14). */
export class WaveformModels {
  readonly index = new SymbolModel(256);
  readonly places = Array.from({ length: 4 }, () => new SymbolModel(4));
  readonly difference = new IntegerModel(32);
  readonly size = new IntegerModel(32);
  readonly returnPoint = new IntegerModel(32);
  readonly direction = new IntegerModel(32, 3);
  /** How the last place followed, and the last difference. */
  place = 0;
  last = 0;
}

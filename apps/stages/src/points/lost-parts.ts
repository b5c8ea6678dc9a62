import { type LasFile, tooLongRecords } from "@swath/pointcloud/las";
import type { PointBlock } from "@swath/pointcloud/points";
import { count, type ProgramMeasure } from "../files/write-outputs.ts";

export const LOST_RECORDS = "Records of the source's files that were not kept";

type Counted = "waveformsApart" | "waveformsLost" | "extraBytesLost" | "recordsLost";

/**
 * What copies of points cannot hold, in words and counts. A point keeps the packet that says where the
 * samples of its waveform stand, but the samples stay where they are: in the file that it came in, or
 * in the `.wdp` beside that.
 */
const LABELS: Readonly<Record<Counted, string>> = {
  waveformsApart: "Points whose waveform samples stay with the source's file",
  waveformsLost: "Points whose waveforms another file describes otherwise",
  extraBytesLost: "Points with extra bytes that another file has otherwise",
  recordsLost: LOST_RECORDS,
};

/** Counts what copies do not hold of the points that they are made of. */
export class LostParts {
  readonly #counts: Record<Counted, number> = {
    waveformsApart: 0,
    waveformsLost: 0,
    extraBytesLost: 0,
    recordsLost: 0,
  };
  readonly #lostFields = new Set<string>();

  constructor(files: readonly Pick<LasFile, "records" | "unreadRecords">[]) {
    for (const { records, unreadRecords } of files)
      this.add("recordsLost", tooLongRecords(records) + unreadRecords);
  }

  add(what: Counted, points: number): void {
    this.#counts[what] += points;
  }

  /** Counts points whose fields of that name have no place. */
  addFields(names: readonly string[], points: number): void {
    if (names.length === 0) return;
    this.add("extraBytesLost", points);
    for (const name of names) this.#lostFields.add(name);
  }

  /** Sees a block as it is written. */
  see({ count: points, waveforms }: PointBlock): void {
    if (waveforms === undefined) return;
    for (let point = 0; point < points; point += 1)
      if (waveforms.bytes[waveforms.first + point * waveforms.stride] !== 0)
        this.#counts.waveformsApart += 1;
  }

  /** Nothing where everything was kept. */
  measures(): ProgramMeasure[] {
    const names = [...this.#lostFields].toSorted().join(", ");
    return (Object.keys(LABELS) as Counted[]).flatMap((name) => {
      const value = this.#counts[name];
      if (value === 0) return [];
      const what = name === "extraBytesLost" ? `${LABELS[name]}: ${names}` : LABELS[name];
      return [count(name, what.slice(0, MOST_LABEL), value)];
    });
  }
}

const MOST_LABEL = 100;

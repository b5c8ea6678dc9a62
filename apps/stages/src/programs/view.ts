import { join } from "node:path";
import { CopcBody } from "@swath/pointcloud/copc";
import {
  copySettings,
  holdingFormat,
  type LasFile,
  type LasSettings,
  LasWriter,
  pointLayout,
} from "@swath/pointcloud/las";
import { z } from "zod";
import { writingFile } from "../files/file-bytes.ts";
import { fileSpool } from "../files/file-spool.ts";
import { openPoints, type PointFile, readPoints } from "../points/point-file.ts";
import { FileFault, program, type ProgramOutput } from "../program.ts";

const options = z.strictObject({
  /** A LAS or LAZ file, of any format. */
  in: z.string(),
  out: z.string(),
  work: z.string(),
});

const COPY = "cloud.copc.laz";
/** Of the work, reading; the rest divides, compresses and writes. */
const READING = 0.4;

/**
 * Copies a file of points into an octree (COPC), by which parts of it are looked at: with all that is
 * looked at, without waveforms, which COPC does not have, and without extra bytes.
 */
export const view = program(options, async (given, output) => {
  const file = await openPoints(given.in);
  if (file.las.header.pointCount === 0) throw new FileFault(file.name, "holds no points");
  const spool = fileSpool(join(given.work, "spool"));
  try {
    await writingFile(join(given.out, COPY), async (sink) => {
      const settings = settingsOf(file.las);
      const { pointCount } = file.las.header;
      const report = (points: number): void =>
        output.progress(READING + ((1 - READING) * points) / pointCount);
      const body = new CopcBody(sink, settings, spool, {}, report);
      await copyPoints(file, new LasWriter(sink, settings, body), output);
    });
  } finally {
    await spool.end();
  }
});

/** The format that holds what is looked at of another one: 6, 7 with colours, 8 with near infrared too. */
function settingsOf(las: LasFile): LasSettings {
  const { colors, colorChannels } = pointLayout(las.header.pointFormat);
  const channels = colors === undefined ? 0 : colorChannels;
  const pointFormat = holdingFormat([channels === 0 ? 6 : channels === 3 ? 7 : 8]);
  return { ...copySettings(las), pointFormat, extraBytes: 0, otherRecords: [] };
}

async function copyPoints(
  file: PointFile,
  writer: LasWriter,
  output: ProgramOutput,
): Promise<void> {
  const { pointCount } = file.las.header;
  let done = 0;
  try {
    await readPoints(file, async (block) => {
      await writer.append(block);
      done += block.count;
      output.progress((READING * done) / pointCount);
    });
    await writer.end();
  } catch (fault) {
    if (!(fault instanceof FileFault || fault instanceof RangeError)) throw fault;
    const place = done === 0 || done >= pointCount ? "" : `, behind point ${done} of ${pointCount}`;
    const words =
      fault instanceof FileFault ? fault.message : `cannot be prepared: ${fault.message}`;
    throw new FileFault(file.name, `${words}${place}`);
  }
}

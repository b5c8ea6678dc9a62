// Draws the pictures and reports of the demonstration's two attempts by the code of the stages, small
// and labelled, where the server reads them.
//   npm run demonstration-previews
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pngOf } from "../apps/stages/src/files/write-outputs.ts";
import { reliefPicture } from "../apps/stages/src/programs/dem/relief.ts";
import { densityPicture } from "../apps/stages/src/programs/qa/cover-outputs.ts";
import { qaPage } from "../apps/stages/src/programs/qa/qa-page.ts";
import { demonstrationMeasures } from "../apps/server/src/modules/processing/demonstration/attempt-measures.ts";
import {
  classMap,
  DIFFERENCE_CLASSES,
  INK,
  type Picture,
} from "../packages/pointcloud/src/picture/index.ts";
import { density, relief, stripDifferences } from "./demonstration/survey.ts";

const FOLDER = join(
  import.meta.dirname,
  "../apps/server/src/modules/processing/demonstration/previews",
);
const SIZE = 600;
const TITLE = "Strip differences after adjustment";

/** Says on the picture that it is of no flight. */
function labelled(picture: Picture): Uint8Array {
  const text = "DEMONSTRATION";
  picture.text(picture.width - text.length * 12 - 14, 14, text, INK, 2);
  return pngOf(picture);
}

const strips = ({ raster, covered }: ReturnType<typeof stripDifferences>): Uint8Array =>
  labelled(
    classMap(raster, TITLE, DIFFERENCE_CLASSES, {
      size: SIZE,
      covered: { label: "one line", at: covered },
    }).picture,
  );

/** What each attempt differs by: the tilt of strips, a gap, errors of heights. */
const ATTEMPTS = [
  { attempt: 1, roll: 0.11, gap: true, rough: 1.1 },
  { attempt: 2, roll: 0.012, gap: false, rough: 0.12 },
] as const;

for (const { attempt, roll, gap, rough } of ATTEMPTS) {
  const folder = join(FOLDER, `attempt-${attempt}`);
  await mkdir(folder, { recursive: true });
  const pictures = {
    "strip-differences.png": strips(stripDifferences(roll)),
    "density.png": labelled(densityPicture(density(gap), SIZE)),
    "relief.png": labelled(reliefPicture(relief(rough), SIZE, 1)),
  };
  for (const [name, png] of Object.entries(pictures)) await writeFile(join(folder, name), png);
  const html = qaPage({
    title: "DEMONSTRATION: quality of a flight that was not flown",
    facts: [
      ["Attempt", String(attempt)],
      ["Data", "drawn for the demonstration of Swath by the code of its stages"],
    ],
    measures: demonstrationMeasures("QA1", attempt),
    pictures: Object.entries(pictures).map(([name, png]) => ({ caption: name, png })),
    pairs: [],
    control: [],
    planned: undefined,
  });
  await writeFile(join(folder, "qa.html"), html);
}

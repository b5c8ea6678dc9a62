// Draws the pictures and reports of the demonstration's two attempts by the code of the stages, small
// and labelled, where the server reads them.
//   npm run demonstration-previews
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeJson, svgOf } from "../apps/stages/src/files/write-outputs.ts";
import { reliefPicture } from "../apps/stages/src/programs/dem/relief.ts";
import { densityPicture } from "../apps/stages/src/programs/qa/quality-places.ts";
import { qaPage } from "../apps/stages/src/programs/qa/qa-page.ts";
import { demonstrationMeasures } from "../apps/server/src/demonstration/attempt-measures.ts";
import {
  classMap,
  DIFFERENCE_CLASSES,
  type Picture,
} from "../packages/pointcloud/src/picture/index.ts";
import { pairsOf, qualityOf } from "./demonstration/places.ts";
import { density, relief, stripDifferences } from "./demonstration/survey.ts";

const FOLDER = join(import.meta.dirname, "../apps/server/src/demonstration/previews");
const SIZE = 600;
const CAPTIONS = {
  "strip-differences.svg": "Strip differences after adjustment",
  "density.svg": "Density of last returns",
  "relief.svg": "Terrain",
} as const;
const TITLE = "Strip differences after adjustment";

/** Says on the picture that it is of no flight. */
function labelled(picture: Picture): string {
  picture.text(picture.width - 14, 29, "DEMONSTRATION", { anchor: "end", bold: true });
  return svgOf(picture);
}

const strips = ({ raster, covered }: ReturnType<typeof stripDifferences>): string =>
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
  for (const inner of ["strips", "quality"]) await mkdir(join(folder, inner), { recursive: true });
  const pictures = {
    "strip-differences.svg": strips(stripDifferences(roll)),
    "density.svg": labelled(densityPicture(density(gap), SIZE)),
    "relief.svg": labelled(reliefPicture(relief(rough), SIZE, 1)),
  };
  for (const [name, svg] of Object.entries(pictures)) await writeFile(join(folder, name), svg);
  await writeJson(join(folder, "strips/places.json"), pairsOf(attempt));
  await writeJson(join(folder, "quality/places.json"), qualityOf(attempt));
  const html = qaPage({
    title: "DEMONSTRATION: quality of a flight that was not flown",
    facts: [
      ["Attempt", String(attempt)],
      ["Data", "drawn for the demonstration of Swath by the code of its stages"],
    ],
    measures: demonstrationMeasures("QA1", attempt),
    pictures: Object.entries(pictures).map(([name, svg]) => ({
      caption: CAPTIONS[name as keyof typeof pictures],
      type: "image/svg+xml" as const,
      file: Buffer.from(svg),
    })),
    pairs: [],
    control: [],
    planned: undefined,
  });
  await writeFile(join(folder, "qa.html"), html);
}

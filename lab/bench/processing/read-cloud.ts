// Reads every point of a cloud so many times, as the stage programs do.
//   node read-cloud.ts FILE TIMES
import { openPoints, readPoints } from "../../../apps/stages/src/points/point-file.ts";

const [path = "", times = "1"] = process.argv.slice(2);
let sum = 0;
for (let time = 0; time < Number(times); time++)
  await readPoints(await openPoints(path), (block) => {
    sum += block.count;
  });
console.log(sum);

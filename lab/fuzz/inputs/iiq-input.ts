import { iiqFile } from "../../../tools/sample/sensor-file-writer.ts";
import { type Chance, setNumber } from "../chance.ts";
import { mutate } from "../mutate.ts";

const FILE = iiqFile(300, 1);
/** Places of the numbers in the head that the writer makes: directory offset, count, entries. */
const NUMBERS = [16, 24, 32, 36, 40, 44, 48, 60, 64, 76];

/** The head of an IIQ image with some numbers at their edges. */
export function iiqInput(chance: Chance): Uint8Array {
  const file = FILE.slice();
  for (let left = chance.below(4); left > 0; left--)
    setNumber(file, chance.pick(NUMBERS), 4, chance.edge());
  return chance.happens(0.5) ? mutate(file, chance) : file;
}

import { expect, test } from "vitest";
import { crsOf, textRecord } from "./las-crs.ts";
import type { LasRecord } from "./las-record.ts";
import { keyDirectory } from "./testing/las-bytes.ts";

const UTM = `PROJCS["WGS 84 / UTM zone 55S",GEOGCS["WGS 84",DATUM["d",SPHEROID["s",1,2]]],UNIT["metre",1],AUTHORITY["EPSG","32755"]]`;
const textOf = (text: string): LasRecord => textRecord(text, "");
const keysOf = (keys: Record<number, number>): LasRecord => ({
  userId: "LASF_Projection",
  recordId: 34_735,
  description: "",
  data: keyDirectory(keys),
});
const MGA55_KEYS = keysOf({ 1024: 1, 3072: 28_355, 3076: 9001 });
const UTM55_KEYS = keysOf({ 1024: 1, 3072: 32_755, 3076: 9001 });
const TWO = /^states EPSG:32755 .* as well-known text and EPSG:28355 .* as GeoTIFF keys$/;

test.each<[string, number, number, LasRecord[], object]>([
  [
    "the bit: the text counts",
    1,
    16,
    [MGA55_KEYS, textOf(UTM)],
    { epsg: 32_755, source: "text", contradiction: expect.stringMatching(TWO) },
  ],
  [
    "no bit: the keys count",
    1,
    0,
    [textOf(UTM), MGA55_KEYS],
    { epsg: 28_355, source: "keys", contradiction: expect.stringMatching(TWO) },
  ],
  [
    "format 6 without the bit: the text counts",
    6,
    0,
    [MGA55_KEYS, textOf(UTM)],
    { epsg: 32_755, source: "text" },
  ],
  ["both say the same", 6, 16, [UTM55_KEYS, textOf(UTM)], { epsg: 32_755, contradiction: null }],
  [
    "the bit and no text",
    6,
    16,
    [MGA55_KEYS],
    { epsg: 28_355, source: "keys", contradiction: expect.stringMatching(/holds none$/) },
  ],
  [
    "the bit and nothing",
    6,
    16,
    [],
    {
      epsg: null,
      source: null,
      stated: false,
      contradiction: expect.stringMatching(/holds none$/),
    },
  ],
  [
    "the bit and a text of nothing",
    6,
    16,
    [textOf("LOCAL")],
    { source: null, contradiction: expect.stringMatching(/its text states none$/) },
  ],
  ["neither the bit nor a system", 6, 0, [], { source: null, contradiction: null }],
  [
    "geocentric keys",
    1,
    0,
    [keysOf({ 1024: 3, 2048: 4978 })],
    { epsg: 4978, geocentric: true, geographic: false },
  ],
])(
  "which statement of a system counts, and what contradicts it: %s",
  (_, format, encoding, records, expected) => {
    expect(crsOf(records, encoding, format)).toMatchObject(expected);
  },
);

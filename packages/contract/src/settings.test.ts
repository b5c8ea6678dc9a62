import { expect, test } from "vitest";
import { baseMapSchema, settingsSchema } from "./settings.ts";

const settings = {
  LMSCurrentVersion: "3.3.3",
  wireChecksum: "xxh128",
  concurrentUploads: 2,
  compression: "adaptive",
  minPieceBytes: 1_048_576,
  minCopiedBytes: 5_242_880,
  storeAddresses: ["https://second.example"],
  requireReason: false,
};

test.each([{}, { concurrentUploads: 1 }, { concurrentUploads: 6, compression: "always" }])(
  "%j are settings",
  (change) => {
    expect(settingsSchema.parse({ ...settings, ...change })).toEqual({ ...settings, ...change });
  },
);

test.each([{ concurrentUploads: 0 }, { concurrentUploads: 7 }, { compression: "never" }])(
  "%j is no setting",
  (change) => {
    expect(settingsSchema.safeParse({ ...settings, ...change }).success).toBe(false);
  },
);

const map = { name: "Map", attribution: "© its makers", maxZoom: 19 };

test.each([
  "https://tile.example/{z}/{x}/{y}.png",
  "https://tile.example:8443/tiles?z={z}&x={x}&y={y}&key=1",
  "/tiles/{z}/{x}/{y}.png",
])("tiles come from %s", (url) => {
  expect(baseMapSchema.safeParse({ ...map, url }).success).toBe(true);
});

test.each([
  "http://tile.example/{z}/{x}/{y}.png",
  "javascript:alert(1)//{z}/{x}/{y}",
  "data:image/png;base64,{z}{x}{y}",
  "//tile.example/{z}/{x}/{y}.png",
  "/\\tile.example/{z}/{x}/{y}.png",
  "https:tile.example/{z}/{x}/{y}.png",
  "https://name:word@tile.example/{z}/{x}/{y}.png",
  "https://{x}.example/{z}/{x}/{y}.png",
  "https://tile.example;img-src *;/{z}/{x}/{y}.png",
  "https://*/{z}/{x}/{y}.png",
  "tiles/{z}/{x}/{y}.png",
  "https://tile.example/{z}/{x}.png",
  "https://tile.example/{z}/{y}.png",
  "https://tile.example/{x}/{y}.png",
])("no tiles come from %s", (url) => {
  const parsed = baseMapSchema.safeParse({ ...map, url });
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([["url"]]);
});

test("what is shown of a map's makers leads to https alone", () => {
  const url = "/{z}/{x}/{y}";
  const from = (attributionUrl: string) => baseMapSchema.safeParse({ ...map, url, attributionUrl });
  expect(from("https://tile.example/about").success).toBe(true);
  expect(from("javascript:alert(1)").success).toBe(false);
});

import { expect, test } from "vitest";
import { selectionOf } from "./use-upload-folder.ts";

test("the accepted files go up in their order, compressed or not by their extension", () => {
  const range = new File(["1234"], "a.range", { lastModified: 1_000 });
  const plan = new File(["12"], "PRJ00001.kmz", { lastModified: 2_000 });
  const files = [range, new File([], "left-out.txt"), plan];
  const selection = selectionOf({
    view: { baseFolder: "F" },
    accepted: [
      {
        path: "F/PRJ00001.kmz",
        size: 2,
        kind: "flightPlan",
        destination: "LiDAR",
        index: 2,
      },
      { path: "F/a.range", size: 4, kind: "range", destination: "LIDAR_IMAGERY", index: 0 },
    ],
    file: ({ index }) => files[index]!,
  });
  expect(selection).toEqual({
    baseFolder: "F",
    files: [
      {
        file: { path: "F/PRJ00001.kmz", size: 2, file: plan },
        entry: {
          fileName: "PRJ00001.kmz",
          fullPath: "F/PRJ00001.kmz",
          originalSize: 2,
          zipped: false,
          destination: "LiDAR",
          modified: 2_000,
        },
      },
      {
        file: { path: "F/a.range", size: 4, file: range },
        entry: {
          fileName: "a.range",
          fullPath: "F/a.range",
          originalSize: 4,
          zipped: true,
          destination: "LIDAR_IMAGERY",
          modified: 1_000,
        },
      },
    ],
  });
});

test("a file goes up under one spelling, and is read under that of its drive", () => {
  const file = new File(["1"], "e\u0301.range");
  const path = "F/Mu\u0308ller/e\u0301.range";
  const { files } = selectionOf({
    view: { baseFolder: "F" },
    accepted: [{ path, size: 1, kind: "range", destination: "LiDAR", index: 0 }],
    file: () => file,
  });
  expect(files).toMatchObject([
    {
      file: { path, file },
      entry: { fullPath: "F/M\u00fcller/\u00e9.range", fileName: "\u00e9.range" },
    },
  ]);
});

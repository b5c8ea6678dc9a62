import { expect, test } from "vitest";
import { captionOf, shownFiles } from "./shown-file.ts";

const file = (path: string, kind: string) => ({ path, kind, size: 1, xxh128: "0".repeat(32) });

test("places come first, then previews that a browser draws, then pages, then texts; products are not shown", () => {
  const files = shownFiles([
    file("report.json", "report"),
    file("qa.html", "report"),
    file("b.png", "preview"),
    file("a.PNG", "preview"),
    file("c.svg", "preview"),
    file("c.tif", "preview"),
    file("x.las", "points"),
    file("places.json", "table"),
    file("other.json", "table"),
    file("track.geojson", "vector"),
  ]);
  expect(files.map(({ path }) => path)).toEqual([
    "places.json",
    "a.PNG",
    "b.png",
    "c.svg",
    "qa.html",
    "report.json",
  ]);
});

test("a picture is called by its name", () => {
  expect(captionOf("maps/strip-differences.svg")).toBe("Strip differences");
  expect(captionOf("DENSITY_2m.png")).toBe("DENSITY 2m");
  expect(captionOf("qa.html")).toBe("QA");
  expect(captionOf("-.png")).toBe("-.png");
});

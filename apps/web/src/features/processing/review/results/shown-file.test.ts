import { expect, test } from "vitest";
import { captionOf, shownFiles } from "./shown-file.ts";

const file = (path: string, kind: string) => ({ path, kind, size: 1, xxh128: "0".repeat(32) });

test("previews that a browser draws come first, then pages, then texts; products are not shown", () => {
  const files = shownFiles([
    file("report.json", "report"),
    file("qa.html", "report"),
    file("b.png", "preview"),
    file("a.PNG", "preview"),
    file("c.svg", "preview"),
    file("x.las", "points"),
    file("track.geojson", "vector"),
  ]);
  expect(files.map(({ path }) => path)).toEqual(["a.PNG", "b.png", "qa.html", "report.json"]);
});

test("a picture is called by its name", () => {
  expect(captionOf("maps/strip-differences.png")).toBe("Strip differences");
  expect(captionOf("DENSITY_2m.png")).toBe("DENSITY 2m");
  expect(captionOf("qa.html")).toBe("QA");
  expect(captionOf("-.png")).toBe("-.png");
});

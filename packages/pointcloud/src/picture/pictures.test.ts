import { describe, expect, test } from "vitest";
import { chartPicture, ticks } from "./chart-picture.ts";
import { classColor, DIFFERENCE_CLASSES, sequentialClasses } from "./colors.ts";
import { escapeXml, Picture, type Pixels } from "./picture.ts";
import { classMap, mapPicture } from "./map-picture.ts";

/** A picture's file, and the rasters in it. */
function drawn(picture: Picture): { svg: string; rasters: Pixels[] } {
  const rasters: Pixels[] = [];
  const svg = picture.svg((pixels) => `data:,${rasters.push(pixels)}`);
  return { svg, rasters };
}

const pathsIn = (svg: string): string[] =>
  Array.from(svg.matchAll(/<path d="([^"]*)"/g), ([, d]) => d ?? "");

describe("pictures", () => {
  test("a text is letters of a font, in the ink of the look, escaped", () => {
    const picture = new Picture(60, 20, 'A & "B"');
    picture.text(4, 14, "<b>2 & 3</b>\u{0}\u{D800} ±3 …", { anchor: "end" });
    const { svg } = drawn(picture);
    expect(svg).toContain("<title>A &amp; &quot;B&quot;</title>");
    expect(svg).toContain(
      '<text x="4" y="14" text-anchor="end">&lt;b&gt;2 &amp; 3&lt;/b&gt;\u{FFFD}\u{FFFD} ±3 …</text>',
    );
    expect(svg).toMatch(
      /text\{font:14px "Inter Variable",.*system-ui,.*sans-serif;.*var\(--ink\)\}/,
    );
    expect(escapeXml("'\t\u{1F6E9}\u{1B}")).toBe("&#39;\t\u{1F6E9}\u{FFFD}");
  });

  test("paper, ink, grey and faint have a light and a dark colour, and a light one for who knows no variables", () => {
    const { svg } = drawn(new Picture(9, 9, "t"));
    const [light, dark] = [/:root\{([^}]*)\}\n@media/, /dark\)\{:root\{([^}]*)\}\}/].map(
      (look) => look.exec(svg)?.[1] ?? "",
    );
    for (const tone of ["paper", "ink", "grey", "faint"]) {
      const [day, night] = [light, dark].map(
        (of) => new RegExp(`--${tone}:(#\\w{6})`).exec(of!)?.[1],
      );
      expect(day).toBeDefined();
      expect(night).not.toBe(day);
      expect(svg).toContain(`.${tone}{fill:${day};fill:var(--${tone})}`);
    }
    expect(svg).toContain('<path class="paper" d="M0 0h9v9h-9z"/>');
  });

  test("what lies nowhere is not drawn; a line is broken there, and as fine as is seen", () => {
    const picture = new Picture(90, 90, "t");
    picture.rectangle(Number.NaN, 0, 5, 5, "ink");
    picture.dots([Number.NaN, 1, 2.2, 3.4, 2.4, 2.9, 50, Infinity, 4, 1], [1, 2, 3], 2);
    picture.line([Number.NaN, 0, Number.NaN, 3], "ink");
    picture.line([0, 0, 10, -5, Number.NaN, 5, 20, 5, 30, 5.04], [1, 2, 3], 3);
    const column = [0.1, 3, 0.2, 9, 0.3, 4, 0.4, -2, 0.45, 5, 0.49, 6];
    picture.line([...column, 8, 8], [1, 2, 3]);
    expect(pathsIn(drawn(picture).svg)).toEqual([
      "m2 3h0m2-2h0",
      "M0 0L10-5M20 5L30 5",
      "M0.1 3L0.2 9L0.4-2L0.5 6L8 8",
    ]);
  });

  test("ticks are round and inside", () => {
    expect(ticks([0, 103], 8)).toEqual([0, 20, 40, 60, 80, 100]);
    expect(ticks([-0.04, 0.11], 6)).toEqual([0, 0.05, 0.1]);
    expect(ticks([5, 5], 6)).toEqual([]);
    expect(ticks([Number.NaN, 1], 6)).toEqual([]);
  });

  test("strip differences have the colours of 3, 5 and 10 cm", () => {
    const labels = [-0.2, -0.07, -0.04, -0.029, 0.029, 0.04, 0.07, 0.2].map(
      (value) => DIFFERENCE_CLASSES.find(({ below }) => value < below)?.label,
    );
    expect(labels).toEqual([
      "< −10",
      "−10 … −5",
      "−5 … −3",
      "±3",
      "±3",
      "3 … 5",
      "5 … 10",
      "> 10 cm",
    ]);
    expect(classColor(DIFFERENCE_CLASSES, Number.NaN)).toBeUndefined();
    expect(sequentialClasses(8, 4).map(({ label }) => label)).toEqual(["0–2", "2–4", "4–6", "> 6"]);
  });

  test("a map's cells lie in a raster that is seen through where there is no value", () => {
    const values = new Float32Array(16).fill(Number.NaN);
    values[5] = 0.2;
    const raster = { width: 4, height: 4, cell: 10, west: 100, north: 240, values };
    const map = classMap(raster, "t", DIFFERENCE_CLASSES, {
      size: 32,
      covered: { label: "one <line>", at: (at) => at === 6 },
    });
    const { svg, rasters } = drawn(map.picture);
    const [{ width, height, data, palette }] = rasters as [Pixels];
    expect([width, height]).toEqual([4, 4]);
    expect([5, 6, 7].map((at) => palette[data[at]!])).toEqual([
      [196, 30, 40, 255],
      [128, 134, 143, 77],
      [0, 0, 0, 0],
    ]);
    const [x, y] = [map.x(100), map.y(240)];
    expect(svg).toContain(
      `<image x="${x}" y="${y}" width="32" height="32" preserveAspectRatio="none" href="data:,1"/>`,
    );
    expect(svg).toContain("image{image-rendering:pixelated}");
    for (const word of ["one &lt;line&gt;", "&gt; 10 cm", "10 m", "N"])
      expect(svg).toContain(`>${word}</text>`);
  });

  test("a map with more cells than pixels shows their means; one with too many colours is refused", () => {
    const values = Float32Array.from({ length: 600 }, (_, at) => at % 2);
    const raster = { width: 600, height: 1, cell: 1, west: 0, north: 1, values };
    const options = { title: "t", size: 300 };
    const half = mapPicture(raster, {
      ...options,
      color: (value) => (value === 0.5 ? [1, 2, 3] : undefined),
    });
    const [{ width, data }] = drawn(half.picture).rasters as [Pixels];
    expect([width, new Set(data).size]).toEqual([300, 1]);
    let next = 0;
    const color = () => [0, next++ >> 8, next & 255] as const;
    expect(() => mapPicture(raster, { ...options, color })).toThrow("254 colours");
  });

  test("a chart's places follow its axes", () => {
    const chart = chartPicture({
      title: "t",
      width: 400,
      height: 300,
      x: [0, 10],
      y: [100, 200],
      xLabel: "m",
      yLabel: "m",
    });
    expect(chart.x(10)).toBeGreaterThan(chart.x(0));
    expect(chart.y(200)).toBeLessThan(chart.y(100));
    expect((chart.x(0) + chart.x(10)) / 2).toBeCloseTo(chart.x(5), 9);
  });
  test("a chart to one scale is as far across as along, and its right scale is another", () => {
    const base = { title: "t", width: 400, height: 300, xLabel: "m", yLabel: "m" };
    const chart = chartPicture({ ...base, x: [0, 10], y: [0, 100], sameScale: true });
    expect(chart.x(1) - chart.x(0)).toBeCloseTo(chart.y(0) - chart.y(1), 9);
    const right = { range: [50, 70], label: "m/s" } as const;
    const two = chartPicture({ ...base, x: [0, 10], y: [100, 200], right });
    expect(two.right(50)).toBe(two.y(100));
    expect(two.right(70)).toBe(two.y(200));
  });
});

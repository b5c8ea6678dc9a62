import Box from "@mui/material/Box";
import { colorOfLine } from "../look/color-points.ts";
import { Swatch } from "../look/swatch.tsx";
import { formatCount } from "../../ui/text/format.ts";
import type { LineHeight } from "./measure-section.ts";

interface HeightTableProps {
  /** Distance from the line's beginning. */
  readonly at: number;
  readonly window: number;
  readonly heights: readonly LineHeight[];
  /** All lines, in the order of their colours. */
  readonly lines: readonly number[];
  readonly unit: string;
  /** Whose heights; undefined where there is one cloud alone. */
  readonly title: string | undefined;
}

const signed = (value: number): string => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(3)}`;

/** What a number of a table says, as it stands under one another. */
const NUMBER = { textAlign: "right", fontVariantNumeric: "tabular-nums" } as const;

/** The heights of the flight lines at a place of the profile, and how they differ. */
export function HeightTable({ at, window, heights, lines, unit, title }: HeightTableProps) {
  const [first] = heights;
  return (
    <Box sx={{ fontSize: "0.8125rem" }}>
      <Box
        component="table"
        sx={{
          borderCollapse: "collapse",
          "& th, & td": { px: 0.75, py: 0.25, ...NUMBER },
          "& th:first-of-type, & td:first-of-type": { pl: 0, textAlign: "left" },
          "& thead th": { color: "text.secondary", fontWeight: 600 },
          "& caption": { captionSide: "top", textAlign: "left", pb: 0.5, fontWeight: 650 },
        }}
      >
        <caption>
          {title === undefined ? null : <div>{title}</div>}
          Heights at {at.toFixed(2)} {unit}, by points within {(window / 2).toFixed(2)} {unit}
        </caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Height</th>
            <th scope="col">{first === undefined ? "Difference" : `To line ${first.line}`}</th>
            <th scope="col">Spread</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {heights.map(({ line, height, spread, points }) => (
            <tr key={line}>
              <th scope="row">
                <Swatch color={colorOfLine(lines.indexOf(line))} />
                {line}
              </th>
              <td>{height.toFixed(3)}</td>
              <td>{line === first?.line ? "–" : signed(height - first!.height)}</td>
              <td>{spread.toFixed(3)}</td>
              <td>{formatCount(points)}</td>
            </tr>
          ))}
        </tbody>
      </Box>
      {first === undefined ? (
        <Box sx={{ color: "text.secondary" }}>No line has enough shown points here.</Box>
      ) : null}
    </Box>
  );
}

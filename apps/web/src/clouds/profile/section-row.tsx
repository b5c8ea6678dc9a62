import Box from "@mui/material/Box";
import { type ComponentProps, type ReactNode, type RefObject, useMemo, useState } from "react";
import { colorPoints } from "../look/color-points.ts";
import type { Look } from "../look/look.ts";
import { HeightTable } from "./height-table.tsx";
import type { Section } from "./load-section.ts";
import { lineHeights } from "./measure-section.ts";
import { PointFacts } from "./point-facts.tsx";
import { ProfileCanvas, type ProfilePicture } from "./profile-canvas.tsx";
import type { SharedView } from "./use-shared-view.ts";

/** What sections below one another have in common. */
export interface SharedSection {
  readonly look: Look;
  readonly unit: string;
  readonly shared: SharedView;
  readonly cursor: number;
  /** Along the line: points within half of it tell heights. */
  readonly window: number;
  readonly onCursor: (along: number) => void;
  readonly onMove: (sideways: number, onwards: number) => void;
}

interface SectionRowProps
  extends SharedSection, Pick<ComponentProps<typeof PointFacts>, "files" | "onMark"> {
  readonly label: string;
  readonly section: Section;
  /** Which cloud it is of; undefined where there is one alone. */
  readonly title: string | undefined;
  readonly picture: RefObject<ProfilePicture | null>;
  /** Below the table of heights. */
  readonly children?: ReactNode;
}

const KEYS =
  /* text */ "Left and right arrows move the place whose heights are told, Enter takes the point next to it, plus and minus zoom, brackets move the line sideways, comma and full stop along itself.";

/** A section with the heights of its lines, and what is recorded of points that are clicked. */
export function SectionRow(props: SectionRowProps) {
  const { section, files, look, unit, title, cursor, window, onMark, children } = props;
  const { points } = section;
  const [picked, setPicked] = useState<{
    readonly of: Section;
    readonly points: readonly number[];
  }>();
  const marks = picked?.of === section ? picked.points : NONE;
  const colors = useMemo(
    () => colorPoints({ ...points, heightOf: (point) => points.heights[point]! }, look),
    [points, look],
  );
  const heights = useMemo(
    () => lineHeights(points, colors, { at: cursor, window }),
    [points, colors, cursor, window],
  );
  const pick = (point: number | undefined): void => {
    const kept = marks.length === 1 ? marks : NONE;
    setPicked({ of: section, points: point === undefined ? NONE : [...kept, point] });
  };
  return (
    <Box sx={ROW}>
      <Box sx={{ ...CANVAS, minHeight: title === undefined ? 180 : 150 }}>
        <ProfileCanvas
          label={`${props.label}. ${KEYS}`}
          section={section}
          colors={colors}
          shared={props.shared}
          title={title}
          cursor={cursor}
          window={window}
          measured={marks}
          picture={props.picture}
          onCursor={props.onCursor}
          onPoint={pick}
          onMove={props.onMove}
        />
        {title === undefined ? null : <Box sx={TITLE}>{title}</Box>}
      </Box>
      <Box
        sx={{
          ...FACTS,
          flex: title === undefined ? "0 0 auto" : { xs: "1 1 auto", md: "0 0 320px" },
        }}
      >
        <HeightTable
          at={cursor}
          window={window}
          heights={heights}
          lines={look.lines}
          unit={unit}
          title={title}
        />
        <div>{children}</div>
        <PointFacts section={section} points={marks} files={files} unit={unit} onMark={onMark} />
      </Box>
    </Box>
  );
}

const NONE: readonly number[] = [];
const ROW = {
  display: "flex",
  flexWrap: { xs: "wrap", md: "nowrap" },
  gap: 1.5,
  flex: "1 1 0",
  minHeight: { xs: "auto", md: 0 },
} as const;
const CANVAS = { position: "relative", flex: "1 1 320px", minWidth: 0 } as const;
const FACTS = { overflow: "auto", display: "flex", flexDirection: "column", gap: 1 } as const;
/** Upon the axes: the canvas below it is moved and clicked. */
const TITLE = {
  position: "absolute",
  left: 64,
  top: 8,
  px: 0.75,
  borderRadius: 0.5,
  backgroundColor: "background.paper",
  fontSize: "0.8125rem",
  fontWeight: 650,
  pointerEvents: "none",
} as const;

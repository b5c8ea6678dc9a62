import FolderOutlined from "@mui/icons-material/FolderOutlined";
import InsertDriveFileOutlined from "@mui/icons-material/InsertDriveFileOutlined";
import Box from "@mui/material/Box";
import type { TreeLine } from "@swath/survey/guide";
import { VisuallyHidden } from "../../ui/text/visually-hidden.ts";

/** A folder as a tree, what it cannot do without set apart from the rest. */
export function FolderTree({ lines, label }: { lines: readonly TreeLine[]; label: string }) {
  return (
    <Box component="ul" aria-label={label} sx={TREE}>
      {lines.map((line) => (
        <Line key={line.path} line={line} />
      ))}
    </Box>
  );
}

function Line({ line: { path, name, depth, isFolder, what, isNeeded } }: { line: TreeLine }) {
  const Icon = isFolder ? FolderOutlined : InsertDriveFileOutlined;
  return (
    <li title={path} data-needed={isNeeded} style={{ paddingInlineStart: depth * STEP }}>
      {Array.from({ length: depth }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line of the drawing for each level
        <i key={at} aria-hidden="true" style={{ insetInlineStart: at * STEP + STEP / 2 }} />
      ))}
      <Icon aria-hidden="true" sx={{ fontSize: 17 }} />
      <span className="name">{name}</span>
      {what !== undefined && (
        <span className="what">
          {what}
          <VisuallyHidden>{isNeeded ? ", needed" : ", taken where it is there"}</VisuallyHidden>
        </span>
      )}
    </li>
  );
}

const STEP = 20;
const TREE = {
  listStyle: "none",
  m: 0,
  p: 0,
  maxWidth: 520,
  fontSize: "0.8125rem",
  "& li": {
    position: "relative",
    display: "flex",
    alignItems: "center",
    flexWrap: "wrap",
    columnGap: 0.75,
    minHeight: 24,
    color: "text.secondary",
  },
  "& li[data-needed='true']": { color: "text.primary" },
  "& li[data-needed='true'] > .name": { fontWeight: 650 },
  "& li[data-needed='true'] > svg": { color: "primary.main" },
  "& .name": { fontVariantNumeric: "tabular-nums", overflowWrap: "anywhere", minWidth: 0 },
  "& .what": { ml: "auto", pl: 2, color: "text.secondary", whiteSpace: "nowrap" },
  "& i": { position: "absolute", top: 0, bottom: 0, borderLeft: 1, borderColor: "divider" },
} as const;

import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { KeyCap } from "../ui/dialog/shortcuts.ts";
import { Sheet, type SheetProps } from "./sheet.tsx";

const SHORTCUTS: readonly (readonly [
  where: string,
  keys: readonly (readonly [string, string])[],
])[] = [
  [
    "Everywhere",
    [
      ["Ctrl K", "find a flight, a page or an action"],
      ["?", "show these shortcuts"],
      ["Tab", "go to the next control; Shift Tab goes back"],
      ["Ctrl Enter", "send a form from a text of several lines"],
      ["Esc", "close what is open"],
    ],
  ],
  [
    "Tables",
    [
      ["Tab", "go to the next row: each is one stop"],
      ["← →", "go through the links and buttons of a row; Home and End too"],
      ["↑ ↓", "go to the same column of the row above or below"],
    ],
  ],
  [
    "Tables of files and folders",
    [
      ["↑ ↓", "go through the rows; Home, End, Page Up and Page Down too"],
      ["Enter", "open"],
      ["Backspace", "go up one folder"],
      ["Shift F10", "open the menu of a row"],
      ["Space", "select a row, where rows can be selected"],
    ],
  ],
  ["Processing dashboards", [["Alt Q", "open the next job that awaits QA"]]],
  [
    "Review",
    [
      ["J", "next job"],
      ["K", "previous job"],
      ["U", "undo the QA that you completed last"],
      ["A", "QA completed; Enter confirms, and a missed bound wants words"],
      ["R", "resubmit"],
      ["← →", "previous or next picture"],
      ["Ctrl F", "find in a log; Enter and Shift Enter lead through the matches"],
    ],
  ],
  [
    "Map",
    [
      ["Ctrl Z", "undo"],
      ["Ctrl Y", "do again"],
      ["+ −", "zoom"],
    ],
  ],
];

/** Every key that does something, by where it does. */
export function ShortcutSheet({ onClose }: SheetProps) {
  return (
    <Sheet title="Keyboard shortcuts" onClose={onClose}>
      <Box sx={{ columnWidth: 300, columnGap: 3, "& section": { breakInside: "avoid", mb: 3 } }}>
        {SHORTCUTS.map(([where, keys]) => (
          <section key={where} aria-label={where}>
            <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
              {where}
            </Typography>
            <Box
              component="dl"
              sx={{ m: 0, display: "grid", gridTemplateColumns: "96px 1fr", rowGap: 0.75 }}
            >
              {keys.map(([key, does]) => [
                <Box component="dt" key={key}>
                  <KeyCap style={{ marginLeft: 0 }}>{key}</KeyCap>
                </Box>,
                <Box component="dd" key={`${key} does`} sx={{ m: 0 }}>
                  {does}
                </Box>,
              ])}
            </Box>
          </section>
        ))}
      </Box>
    </Sheet>
  );
}

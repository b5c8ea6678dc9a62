import Search from "@mui/icons-material/Search";
import IconButton from "@mui/material/IconButton";
import { useColorScheme } from "@mui/material/styles";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { Tooltip } from "../ui/text/tooltip.tsx";
import { lazyPart } from "../ui/load-part.ts";

const PaletteDialog = lazyPart(() => import("./palette-dialog.tsx"), "PaletteDialog");
const ShortcutSheet = lazyPart(() => import("./shortcut-sheet.tsx"), "ShortcutSheet");
const FieldWordSheet = lazyPart(() => import("./field-word-sheet.tsx"), "FieldWordSheet");

const TAKES_LETTERS =
  /* code */ "input, textarea, select, [contenteditable=true], [role=menu], [role=listbox]";

/** Whether a key opens one of the two here; not over a dialog, which has keys of its own. */
function asked({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) {
  if (document.querySelector("[role=dialog]") !== null || altKey) return undefined;
  if ((ctrlKey || metaKey) && key.toLowerCase() === "k") return "palette" as const;
  const isText = target instanceof Element && target.closest(TAKES_LETTERS) !== null;
  return key === "?" && !ctrlKey && !metaKey && !isText ? ("shortcuts" as const) : undefined;
}

/** The way to everything by its name: Ctrl K, or the button; and the sheet of shortcuts, by `?`. */
export function Palette() {
  const [open, setOpen] = useState<"palette" | "shortcuts" | "words">();
  const { setMode } = useColorScheme();
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const wanted = asked(event);
    if (wanted === undefined) return;
    event.preventDefault();
    setOpen(wanted);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  const actions = useMemo(
    () =>
      /* text */ (
        [
          ["Show keyboard shortcuts", "keys help", () => setOpen("shortcuts")],
          ["Field words", "glossary meaning help terms", () => setOpen("words")],
          ["Light look", "theme colours mode", () => setMode("light")],
          ["Dark look", "theme colours mode", () => setMode("dark")],
          ["Look of the system", "theme colours mode light dark", () => setMode("system")],
        ] as const
      ).map(([title, also, act]) => ({
        key: title,
        group: "Actions",
        title,
        also,
        detail: "",
        act,
      })),
    [setMode],
  );
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Tooltip title="Find (Ctrl K)">
        <IconButton
          color="inherit"
          aria-label="Find"
          aria-keyshortcuts="Control+K"
          {...PaletteDialog.ahead}
          onClick={() => setOpen("palette")}
        >
          <Search />
        </IconButton>
      </Tooltip>
      {open === "palette" ? <PaletteDialog actions={actions} onClose={close} /> : null}
      {open === "shortcuts" ? <ShortcutSheet onClose={close} /> : null}
      {open === "words" ? <FieldWordSheet onClose={close} /> : null}
    </>
  );
}

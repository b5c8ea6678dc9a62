import Fade from "@mui/material/Fade";
import { createTheme } from "@mui/material/styles";

/** How tooltips, menus and dialogs fade in and out (document 1, section 9). */
const FADE_MS = 350;

/** Where the chosen look is kept in local storage. */
export const MODE_KEY = "swath-look";

/** Where the system sets the colours, for its user's eyes. */
export const FORCED_COLORS = "@media (forced-colors: active)";

/** Where a finger points: what is touched measures 44 px at least. */
export const COARSE = "@media (pointer: coarse)";
export const TOUCH_PX = 44;

/** Where the system says that its user wants nothing to move. */
const STILL = "(prefers-reduced-motion: reduce)";

/** How long something may fade now. */
export const fadeMs = (): number => (matchMedia(STILL).matches ? 0 : FADE_MS);

/** What menus of MUI are drawn in: the dialog that lies on top, else the page's landmark. */
const surroundings = (): Element | null =>
  [...document.querySelectorAll(".MuiDialog-root")].at(-1) ?? document.querySelector("#content");

/** What lies over an element is drawn in its dialog, which keeps the focus in it, else in the page's landmark. */
export const surroundingsOf = (anchor: Element): Element =>
  anchor.closest("[role=dialog]") ?? document.querySelector("#content") ?? document.body;

const focusRing = { outline: "2px solid", outlineColor: "currentColor", outlineOffset: 2 };

const OUTLINED = ".MuiOutlinedInput-root";

/** A field of chips under a finger: its arrow, its cross and the cross of each chip are touched. */
const TOUCHED_LIST = {
  [`& ${OUTLINED} .MuiAutocomplete-endAdornment`]: { right: 2 },
  "& .MuiAutocomplete-popupIndicator, & .MuiAutocomplete-clearIndicator": { marginRight: 0 },
  [`&.MuiAutocomplete-hasPopupIcon ${OUTLINED}, &.MuiAutocomplete-hasClearIcon ${OUTLINED}`]: {
    paddingRight: TOUCH_PX + 4,
  },
  [`&.MuiAutocomplete-hasPopupIcon.MuiAutocomplete-hasClearIcon ${OUTLINED}`]: {
    paddingRight: 2 * TOUCH_PX + 4,
  },
  "& .MuiAutocomplete-tag": { height: 36, margin: "4px 2px", borderRadius: 18 },
  "& .MuiAutocomplete-tag .MuiChip-deleteIcon": {
    boxSizing: "content-box",
    fontSize: 20,
    padding: "12px",
    margin: "-12px -4px -12px -10px",
  },
} as const;

const MENU = {
  container: surroundings,
  slots: { transition: Fade },
  transitionDuration: FADE_MS,
};

/** The colours of either look. */
export const PALETTES = {
  light: {
    primary: { main: "#12305c", light: "#3d5f94", dark: "#0a1e3d", contrastText: "#ffffff" },
    secondary: { main: "#ffc629", light: "#ffd866", dark: "#c79400", contrastText: "#12203a" },
    error: { main: "#b3261e" },
    warning: { main: "#a84b00" },
    success: { main: "#1b6e36" },
    info: { main: "#0b5cad" },
    background: { default: "#f4f6f9", paper: "#ffffff" },
    text: { primary: "#172033", secondary: "#4d5a70" },
    divider: "#dde2ea",
  },
  dark: {
    // What WCAG asks of text: MUI's 3 leaves white on the green of a message. On the red that it
    // makes of the error's colour neither black nor white has as much, so that is lighter here.
    contrastThreshold: 4.5,
    primary: { main: "#9dbdf5", light: "#c3d7fa", dark: "#6b93d6", contrastText: "#0a1a33" },
    secondary: { main: "#ffc629", light: "#ffd866", dark: "#c79400", contrastText: "#12203a" },
    error: { main: "#ff8a80", dark: "#c76b63" },
    warning: { main: "#ffab5e" },
    success: { main: "#7ad394" },
    info: { main: "#7cb8ff" },
    background: { default: "#0e1420", paper: "#161e2d" },
    text: { primary: "#e6ebf4", secondary: "#a6b2c6" },
    divider: "#2a3548",
  },
} as const;

/** The look of the application: dark blue and yellow, light and dark, dense. */
/** Of a table's cells. */
const CELL = {
  // What is denser says so.
  padding: "var(--row-pad, 6px) 8px",
  fontVariantNumeric: "tabular-nums",
  overflowWrap: "break-word",
} as const;

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: "data" },
  colorSchemes: {
    light: { palette: PALETTES.light },
    dark: { palette: PALETTES.dark },
  },
  shape: { borderRadius: 6 },
  typography: {
    fontFamily:
      '"Inter Variable", Inter, "Segoe UI", system-ui, -apple-system, "Noto Sans", sans-serif',
    fontSize: 13,
    h1: { fontSize: "1.25rem", fontWeight: 650 },
    h2: { fontSize: "1.05rem", fontWeight: 650 },
    button: { textTransform: "none", fontWeight: 600 },
  },
  transitions: { duration: { enteringScreen: FADE_MS, leavingScreen: FADE_MS } },
  components: {
    MuiCssBaseline: {
      styleOverrides: ({ typography: { body2 } }) => ({
        // A dialog gets the focus where none of its controls has it: it needs no ring around all of it.
        "a:focus-visible, [tabindex]:not(.MuiModal-root > *):focus-visible": focusRing,
        // What shows progress goes on.
        [`@media ${STILL}`]: { "*, ::before, ::after": { transition: "none !important" } },
        // Cells of a list, as MUI's own are; whatever a list says of them goes before.
        ":where([data-cell])": {
          ...body2,
          ...CELL,
          borderBottom: "1px solid var(--mui-palette-TableCell-border)",
          textAlign: "left",
        },
        ":where([data-cell=figure])": { textAlign: "right" },
        // A button without a ground begins where the text of its column does.
        "@media (pointer: fine)": {
          "[data-cell] > .MuiButton-text:first-of-type": { minWidth: 0, marginLeft: -5 },
        },
      }),
    },
    // Grounds are dropped where the system sets the colours; what only a ground shows gets another.
    MuiLinearProgress: {
      styleOverrides: {
        root: { [FORCED_COLORS]: { outline: "1px solid CanvasText" } },
        bar: { [FORCED_COLORS]: { backgroundColor: "Highlight", forcedColorAdjust: "none" } },
      },
    },
    MuiButton: {
      styleOverrides: {
        contained: { [FORCED_COLORS]: { border: "1px solid ButtonText" } },
      },
    },
    MuiToggleButton: {
      styleOverrides: {
        root: ({ theme: { vars, palette } }) => ({
          color: (vars ?? { palette }).palette.text.secondary,
          [FORCED_COLORS]: { "&.Mui-selected": { outline: "2px solid Highlight" } },
        }),
      },
    },
    MuiButtonBase: {
      styleOverrides: {
        root: {
          "&:focus-visible": focusRing,
          // A chip within a field says for itself how large it is.
          [COARSE]: {
            "&:not(.MuiAutocomplete-tag)": { minWidth: TOUCH_PX, minHeight: TOUCH_PX },
          },
        },
      },
    },
    MuiInputBase: {
      styleOverrides: {
        root: { [COARSE]: { "&:not(.MuiInputBase-multiline)": { minHeight: TOUCH_PX } } },
        input: { "&:placeholder-shown": { textOverflow: "ellipsis" } },
      },
    },
    // Date fields have a base of their own.
    MuiFormControl: {
      styleOverrides: {
        root: { [COARSE]: { "& .MuiPickersInputBase-root": { minHeight: TOUCH_PX } } },
      },
    },
    MuiAutocomplete: {
      styleOverrides: {
        root: { [COARSE]: TOUCHED_LIST },
        option: { [COARSE]: { minHeight: TOUCH_PX } },
      },
    },
    // What says why a field is off must be read while it is off.
    MuiFormHelperText: {
      styleOverrides: {
        root: ({ theme: { vars, palette } }) => ({
          "&.Mui-disabled": { color: (vars ?? { palette }).palette.text.secondary },
        }),
      },
    },
    MuiSelect: {
      styleOverrides: {
        select: {
          [COARSE]: {
            boxSizing: "border-box",
            minHeight: TOUCH_PX,
            display: "flex",
            alignItems: "center",
          },
        },
      },
    },
    // In the middle of a field that is as high.
    MuiInputLabel: {
      styleOverrides: {
        outlined: {
          [COARSE]: {
            "&.MuiInputLabel-sizeSmall:not(.MuiInputLabel-shrink)": {
              transform: "translate(14px, 12px) scale(1)",
            },
          },
        },
      },
    },
    MuiNativeSelect: {
      styleOverrides: {
        select: { [COARSE]: { boxSizing: "border-box", minHeight: TOUCH_PX } },
      },
    },
    // Its label beside it is touched as well.
    MuiSwitch: {
      styleOverrides: { switchBase: { [COARSE]: { "&&&": { minWidth: 0, minHeight: 0 } } } },
    },
    MuiFormControlLabel: { styleOverrides: { root: { [COARSE]: { minHeight: TOUCH_PX } } } },
    // Its buttons go below what it says rather than narrow that to a column of words.
    MuiAlert: {
      styleOverrides: {
        root: ({ theme: { breakpoints } }) => ({ [breakpoints.down("sm")]: { flexWrap: "wrap" } }),
        // A button beside one line of text stands level with it.
        action: { paddingTop: 0, alignSelf: "center", whiteSpace: "nowrap" },
        message: ({ theme: { breakpoints } }) => ({
          [breakpoints.down("sm")]: { flex: "1 1 180px" },
        }),
      },
    },
    MuiTable: { defaultProps: { size: "small" } },
    MuiTableCell: {
      styleOverrides: {
        root: CELL,
        head: ({ theme: { vars, palette } }) => ({
          fontWeight: 650,
          lineHeight: 1.25,
          backgroundColor: `color-mix(in srgb, ${(vars ?? { palette }).palette.primary.main} 7%, ${(vars ?? { palette }).palette.background.paper})`,
        }),
      },
    },
    // A ring outside would be cut off by the menu.
    MuiMenuItem: {
      // Each ripple is a part of its own to mount, in a menu of a dozen entries.
      defaultProps: { disableRipple: true },
      styleOverrides: { root: { "&&:focus-visible": { outlineOffset: -2 } } },
    },
    // On a phone a dialog has the room that there is.
    MuiDialog: {
      styleOverrides: {
        paper: ({ theme: { breakpoints } }) => ({
          [breakpoints.down("sm")]: {
            "&&": { margin: 8, width: "calc(100% - 16px)", maxWidth: "calc(100% - 16px)" },
            maxHeight: "calc(100% - 16px)",
          },
        }),
      },
    },
    // Long words go below one another, each button in one line.
    MuiDialogActions: {
      styleOverrides: {
        root: ({ theme: { breakpoints } }) => ({
          [breakpoints.down("sm")]: {
            flexWrap: "wrap",
            rowGap: 8,
            "& .MuiButton-root": { whiteSpace: "nowrap" },
          },
        }),
      },
    },
    MuiMenu: { defaultProps: MENU },
    MuiPopover: { defaultProps: MENU },
  },
});

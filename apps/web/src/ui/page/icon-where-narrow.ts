import type { SxProps, Theme } from "@mui/material/styles";

/** Of a button with an icon: in a narrow window the icon alone is drawn; its words still name it. */
export const ICON_WHERE_NARROW: SxProps<Theme> = (theme) => ({
  [theme.breakpoints.down("sm")]: {
    minWidth: 44,
    px: 0,
    fontSize: 0,
    "& > kbd": { display: "none" },
    "& .MuiButton-startIcon, & .MuiButton-endIcon": { m: 0 },
  },
});

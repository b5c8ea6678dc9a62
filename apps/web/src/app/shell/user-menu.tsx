import AccountCircle from "@mui/icons-material/AccountCircle";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { SxProps, Theme } from "@mui/material/styles";
import { useEffect, useState } from "react";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import { isJustForThisVisit } from "../../ui/language/language.ts";
import { lazyPart } from "../../ui/load-part.ts";

const UserMenuItems = lazyPart(() => import("./user-menu-items.tsx"), "UserMenuItems");

/** In a narrower window the areas take the room of the name, px. */
const NAME_FROM = 1_400;

const SMALL_WHERE_NARROW: SxProps<Theme> = (theme) => ({
  [theme.breakpoints.down(NAME_FROM)]: {
    minWidth: 40,
    px: 0.5,
    "& .MuiButton-startIcon": { mx: 0 },
    "& .MuiButton-endIcon, & .name": { display: "none" },
  },
});

interface UserMenuProps {
  readonly name: string;
  readonly email: string;
  /** Whether they set what holds for everybody. */
  readonly administers: boolean;
}

/** The user's name, the look of the pages and their language, and the way out. */
export function UserMenu({ name, email, administers }: UserMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [wanted, setWanted] = useState(false);
  useLanguageOfVisit();
  return (
    <Box sx={{ display: "flex", alignItems: "center" }}>
      <Button
        id="user-menu-button"
        color="inherit"
        startIcon={<AccountCircle />}
        endIcon={<ExpandMore />}
        aria-label={name}
        sx={SMALL_WHERE_NARROW}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...UserMenuItems.ahead}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setWanted(true);
        }}
      >
        <span className="name">{name}</span>
      </Button>
      {wanted ? (
        <UserMenuItems
          anchor={anchor}
          email={email}
          administers={administers}
          notKept={NOT_KEPT}
          onClose={() => setAnchor(null)}
        />
      ) : null}
    </Box>
  );
}

const NOT_KEPT = "The language is set for this visit only: this browser lets Swath store nothing.";

/** Says once that a language was chosen for this visit alone. */
function useLanguageOfVisit(): void {
  const show = useSnackbar();
  useEffect(() => {
    if (isJustForThisVisit()) show({ severity: "info", text: NOT_KEPT });
  }, [show]);
}

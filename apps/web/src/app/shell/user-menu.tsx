import AccountCircle from "@mui/icons-material/AccountCircle";
import DevicesOutlined from "@mui/icons-material/DevicesOutlined";
import Check from "@mui/icons-material/Check";
import ExpandMore from "@mui/icons-material/ExpandMore";
import Logout from "@mui/icons-material/Logout";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { type SxProps, type Theme, useColorScheme } from "@mui/material/styles";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useSnackbar } from "../../ui/feedback/snackbar.tsx";
import {
  chooseLanguage,
  isForThisVisit,
  isJustForThisVisit,
  language,
  type Language,
  LANGUAGES,
} from "../../ui/language/language.ts";
import { forgetWork } from "../../platform/persisted-work.ts";
import { SIGN_OUT_ADDRESS, tellOfSignOut } from "../../platform/session/sign-in.ts";

const LOOKS = [
  ["system", "Look of the system"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

function leave(): void {
  tellOfSignOut();
  // A browser that keeps nothing has nothing to forget.
  void forgetWork().catch(() => undefined);
}

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
  const { mode = "system", setMode } = useColorScheme();
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
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="name">{name}</span>
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        disablePortal
        onClose={() => setAnchor(null)}
        slotProps={{ list: { "aria-labelledby": "user-menu-button" } }}
      >
        <Box component="li" role="none" sx={{ px: 2, pb: 1, color: "text.secondary" }}>
          {email}
        </Box>
        <Divider component="li" />
        {LOOKS.map(([value, label]) => (
          <MenuItem
            key={value}
            role="menuitemradio"
            aria-checked={mode === value}
            onClick={() => setMode(value)}
          >
            <ListItemIcon>{mode === value ? <Check fontSize="small" /> : null}</ListItemIcon>
            {label}
          </MenuItem>
        ))}
        <Divider component="li" />
        {languageItems()}
        <Divider component="li" />
        <MenuItem component={Link} to="/sessions" onClick={() => setAnchor(null)}>
          <ListItemIcon>
            <DevicesOutlined fontSize="small" />
          </ListItemIcon>
          Sessions
        </MenuItem>
        {administers ? (
          <MenuItem component={Link} to="/administration" onClick={() => setAnchor(null)}>
            <ListItemIcon>
              <SettingsOutlined fontSize="small" />
            </ListItemIcon>
            Administration
          </MenuItem>
        ) : null}
        <MenuItem component="a" href={SIGN_OUT_ADDRESS} onClick={leave}>
          <ListItemIcon>
            <Logout fontSize="small" />
          </ListItemIcon>
          Logout
        </MenuItem>
      </Menu>
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

const languageItems = (): ReactNode[] => [
  ...Object.entries(LANGUAGES).map(([value, ownName]) => (
    <MenuItem
      key={value}
      role="menuitemradio"
      aria-checked={language === value}
      lang={value}
      onClick={() => chooseLanguage(value as Language)}
    >
      <ListItemIcon>{language === value ? <Check fontSize="small" /> : null}</ListItemIcon>
      {ownName}
    </MenuItem>
  )),
  ...(isForThisVisit()
    ? [
        <Box component="li" role="none" key="visit" sx={OF_VISIT}>
          {NOT_KEPT}
        </Box>,
      ]
    : []),
];

const OF_VISIT = { px: 2, pb: 1, maxWidth: 260, color: "text.secondary" } as const;

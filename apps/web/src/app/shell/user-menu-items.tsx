import DevicesOutlined from "@mui/icons-material/DevicesOutlined";
import Check from "@mui/icons-material/Check";
import Logout from "@mui/icons-material/Logout";
import SettingsOutlined from "@mui/icons-material/SettingsOutlined";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useColorScheme } from "@mui/material/styles";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import {
  chooseLanguage,
  isForThisVisit,
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

interface UserMenuItemsProps {
  /** What the menu hangs from; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly email: string;
  /** Whether they set what holds for everybody. */
  readonly administers: boolean;
  /** What is said of a language that ends with the visit. */
  readonly notKept: string;
  readonly onClose: () => void;
}

/** What the user's menu holds. */
export function UserMenuItems(props: UserMenuItemsProps) {
  const { anchor, email, administers, notKept, onClose } = props;
  const { mode = "system", setMode } = useColorScheme();
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      disablePortal
      onClose={onClose}
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
      {languageItems(notKept)}
      <Divider component="li" />
      <MenuItem component={Link} to="/sessions" onClick={onClose}>
        <ListItemIcon>
          <DevicesOutlined fontSize="small" />
        </ListItemIcon>
        Sessions
      </MenuItem>
      {administers ? (
        <MenuItem component={Link} to="/administration" onClick={onClose}>
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
  );
}

const languageItems = (notKept: string): ReactNode[] => [
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
          {notKept}
        </Box>,
      ]
    : []),
];

const OF_VISIT = { px: 2, pb: 1, maxWidth: 260, color: "text.secondary" } as const;

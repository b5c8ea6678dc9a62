import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import { may, type Permission, type Role } from "@swath/contract/identity";
import { createLink, useMatchRoute } from "@tanstack/react-router";
import { useNeedCount } from "../../data/overview/need-count.tsx";
import { hasOverview } from "../../data/overview/overview-query.ts";
import { NewsBell } from "../../news/news-bell.tsx";
import { useConfig } from "../../platform/config/config.ts";
import { useIdentity } from "../../platform/session/session.ts";
import { SupportButton } from "../../support/support-button.tsx";
import { TabLink } from "../../ui/links.tsx";
import { Logo } from "../../ui/page/full-page.tsx";
import { TabStrip } from "../../ui/page/tab-strip.tsx";
import { Facts, Hint } from "../../ui/text/hint.tsx";
import { COARSE, TOUCH_PX } from "../../ui/theme/theme.ts";
import { Palette } from "../../palette/palette.tsx";
import { UserMenu } from "./user-menu.tsx";

export interface Area {
  /** As its tab says. */
  readonly label: string;
  /** Where its tab leads; every address below belongs to it. */
  readonly to: "/post" | "/ip" | "/iptm" | "/explorer";
  readonly permission: Permission;
  /** Whether its tab is there only while one of its addresses is open. */
  readonly onlyWhileOpen?: true;
}

/** The areas of the application, in the order of their tabs. */
const AREAS: readonly Area[] = [
  { label: "UPLOAD", to: "/post", permission: "readFlights" },
  { label: "PROCESSING", to: "/ip", permission: "readProcessings" },
  { label: "Terrain Mapper Processing", to: "/iptm", permission: "readTerrainMapper" },
  {
    label: "DATA MANAGEMENT",
    to: "/explorer",
    permission: "exploreObjects",
    onlyWhileOpen: true,
  },
];

/** The areas that someone of these roles may enter. */
export function areasOf(roles: readonly Role[]): readonly Area[] {
  return AREAS.filter((area) => may(roles, area.permission));
}

/** The release, and on builds that are not for production the build with where it comes from. */
function BuildInfo() {
  const { release, build } = useConfig();
  return (
    <Box sx={{ fontSize: "0.72rem", color: "#c9d6ea" }}>
      <span>Release {release}</span>
      {build === null ? null : (
        <Box component="span" sx={{ ml: 1 }}>
          <Hint
            hint={
              <Facts
                of={[
                  ["Environment", build.environment],
                  ["Revision", build.revision],
                  ["Build time", build.time],
                ]}
              />
            }
          >
            Build {build.number}
          </Hint>
        </Box>
      )}
    </Box>
  );
}

const Bar = styled("header")(({ theme }) => ({
  minHeight: 52,
  flexShrink: 0,
  display: "flex",
  flexWrap: "wrap",
  alignItems: "stretch",
  columnGap: 16,
  padding: "0 20px",
  "& > *": { minHeight: 52 },
  [theme.breakpoints.down("lg")]: { columnGap: 4, padding: "0 8px" },
  background: "#12305c",
  color: "#fff",
  ...theme.applyStyles("dark", { background: "#0f2040", borderBottom: "1px solid #22375e" }),
}));

/** Product, release, areas and the user's menu. */
export function Header() {
  const identity = useIdentity();
  const matches = useMatchRoute();
  const areas = areasOf(identity.roles).filter(
    ({ to, onlyWhileOpen }) => onlyWhileOpen !== true || matches({ to, fuzzy: true }) !== false,
  );
  return (
    <Bar>
      <Brand />
      <TabStrip label="Areas" hidesCount>
        {hasOverview(identity.roles) ? (
          <TabLink to="/overview" activeOptions={{ exact: true, includeSearch: false }}>
            OVERVIEW
          </TabLink>
        ) : null}
        {areas.map((area) => (
          <AreaTab key={area.to} {...area} />
        ))}
      </TabStrip>
      <Box sx={{ flex: 1, display: { xs: "none", lg: "block" } }} />
      <Box sx={{ display: "flex", alignItems: "center", ml: "auto" }}>
        <Palette />
        <NewsBell />
        <SupportButton />
      </Box>
      <UserMenu
        name={identity.name}
        email={identity.email}
        administers={may(identity.roles, "changeSettings")}
      />
    </Bar>
  );
}

function AreaTab({ to, label }: Area) {
  const { badge, description } = useNeedCount(to);
  return (
    <TabLink to={to} activeOptions={{ exact: false, includeSearch: false }} {...description}>
      {label}
      {badge}
    </TabLink>
  );
}

/** The link lies over both lines of the mark; the build, which has a tooltip, lies above the link. */
const MARK = {
  display: "grid",
  flexShrink: 0,
  alignContent: "center",
  gridTemplateColumns: { xs: "36px", lg: "42px auto" },
  gridTemplateRows: "auto auto",
  lineHeight: 1.15,
} as const;

/** Logo and name lead to the first page. */
const BrandLink = createLink(
  styled("a")({
    gridArea: "1 / 1 / 3 / -1",
    display: "flex",
    gap: 10,
    color: "inherit",
    textDecoration: "none",
    fontSize: "1.05rem",
    fontWeight: 700,
    borderRadius: 6,
    "&:hover > span": { textDecoration: "underline" },
    [COARSE]: { minWidth: TOUCH_PX, minHeight: TOUCH_PX, alignItems: "center" },
  }),
);

/** In a narrow window the logo alone is there. */
const BUILD = {
  display: { xs: "none", lg: "block" },
  gridArea: "2 / 2",
  zIndex: 1,
  justifySelf: "start",
} as const;

function Brand() {
  const { productName, environment } = useConfig();
  const { roles } = useIdentity();
  const name = environment === "" ? productName : `${productName} ${environment}`;
  const where = hasOverview(roles) ? "What needs me" : "First page";
  return (
    <Box sx={MARK}>
      <BrandLink to={hasOverview(roles) ? "/overview" : "/"} aria-label={`${name}: ${where}`}>
        <Logo size={32} />
        <Box component="span" sx={{ display: { xs: "none", lg: "inline" } }}>
          {productName}{" "}
          {environment === "" ? null : (
            <Box component="span" sx={{ ml: 0.25, color: "#ffc629", fontWeight: 600 }}>
              {environment}
            </Box>
          )}
        </Box>
      </BrandLink>
      <Box sx={BUILD}>
        <BuildInfo />
      </Box>
    </Box>
  );
}

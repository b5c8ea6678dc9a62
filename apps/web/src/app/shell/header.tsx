import Box from "@mui/material/Box";
import { styled } from "@mui/material/styles";
import { useMatchRoute } from "@tanstack/react-router";
import { may } from "@swath/contract/identity";
import { useConfig } from "../../platform/config/config-context.tsx";
import { Facts } from "../../ui/text/facts.tsx";
import { Hint } from "../../ui/text/hint.tsx";
import { NewsBell } from "../../news/news-bell.tsx";
import { Palette } from "../../palette/palette.tsx";
import { SupportButton } from "../../support/support-button.tsx";
import { useIdentity } from "../../platform/session/session-context.tsx";
import { Logo } from "../../ui/page/logo.tsx";
import { TabLink, TabStrip } from "../../ui/links.tsx";
import { areasOf } from "../areas.ts";
import { UserMenu } from "./user-menu.tsx";

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
      <TabStrip aria-label="Areas">
        {areas.map((area) => (
          <TabLink
            key={area.to}
            to={area.to}
            activeOptions={{ exact: false, includeSearch: false }}
          >
            {area.label}
          </TabLink>
        ))}
      </TabStrip>
      <Box sx={{ flex: 1 }} />
      <Box sx={{ display: "flex", alignItems: "center" }}>
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

function Brand() {
  const { productName, environment } = useConfig();
  return (
    <Box sx={{ display: "flex", alignItems: "center", gap: 1.25 }}>
      <Logo size={32} />
      <Box sx={{ lineHeight: 1.15 }}>
        <Box sx={{ fontSize: "1.05rem", fontWeight: 700 }}>
          {productName}
          {environment === "" ? null : (
            <Box component="span" sx={{ ml: 0.75, color: "#ffc629", fontWeight: 600 }}>
              {environment}
            </Box>
          )}
        </Box>
        <BuildInfo />
      </Box>
    </Box>
  );
}

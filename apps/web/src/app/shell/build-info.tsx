import Box from "@mui/material/Box";
import { useConfig } from "../../platform/config/config-context.tsx";
import { Facts } from "../../ui/text/facts.tsx";
import { Hint } from "../../ui/text/hint.tsx";

/** The release, and on builds that are not for production the build with where it comes from. */
export function BuildInfo() {
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

import {
  SETTING_AREAS,
  SETTINGS,
  type Setting,
} from "../../apps/server/src/app/config/settings.ts";
import { markdownTable } from "./upload-tables.ts";

const code = (text: string): string => `\`${text}\``;

function otherwiseOf({ standard, otherwise, neededWith }: Setting): string {
  if (neededWith !== undefined) return `needed with ${code(neededWith)}`;
  if (otherwise !== undefined) return otherwise;
  return standard === undefined || standard === "" ? "none" : code(standard);
}

const nameOf = ({ name, isSecret }: Setting): string =>
  isSecret ? `${code(name)} (secret)` : code(name);

const areaTable = (area: string): string =>
  markdownTable(
    ["variable", "meaning", "default"],
    SETTINGS.filter((setting) => setting.area === area).map((setting) => [
      nameOf(setting),
      setting.about,
      otherwiseOf(setting),
    ]),
  );

/** `docs/operations/settings.md`, of the schemas that read the environment. */
export const settingsTable = (): string => `# Settings

Printed by \`npm run print-tables\` from [the schemas](../../apps/server/src/app/config/settings.ts) that read
the environment. A variable that is set to nothing counts as not set. [Configure](configure.md) says how to set
them; \`swath config check\` tries them.

A secret may come from a file instead: \`NAME_FILE=/path\`, or a credential of systemd that is called as the
variable (\`LoadCredential=NAME:/path\`). The line's end does not count.

${Object.keys(SETTING_AREAS)
  .map((area) => `## ${area}\n\n${areaTable(area)}`)
  .join("\n\n")}

## Read by others

${markdownTable(
  ["variable", "meaning", "default"],
  [
    [
      code("UV_THREADPOOL_SIZE"),
      "threads of a process that read, write and flush files (Node.js)",
      code("12"),
    ],
    [
      code("SWATH_BUILD_BRANCH"),
      "read by the build where it is of a commit and not of a branch",
      "the branch that is checked out",
    ],
  ],
)}
`;

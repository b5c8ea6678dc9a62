import type { Rule } from "./rule.ts";

/** Rules on the contents of files (document 2, sections 5 and 8), in the order in which findings are given. */
export const CONTENT_RULES = [
  {
    id: "content-sensor-unknown",
    level: "blocked",
    message: "No sensor found with sensor no.",
  },
  {
    id: "content-sensor-number",
    level: "blocked",
    message: "Folder sensor no. does not match the expected sensor",
  },
  {
    id: "content-laser-unreadable",
    level: "blocked",
    message: "Possible corrupt Range file, no laser serial no. could be read",
  },
  {
    id: "content-laser-serial",
    level: "blocked",
    message: "The laser serial no. in a range file does not match the expected laser serial no.",
  },
  {
    id: "content-pos-unreadable",
    level: "blocked",
    message: "Possible corrupt GPS file, no sensor serial no. could be read",
  },
  {
    id: "content-pos-serial",
    level: "blocked",
    message: "The sensor serial no. in a GPS file does not match the expected sensor serial no.",
  },
  {
    id: "content-flight-plan",
    level: "blocked",
    message: "Possible corrupt Flight Plan KML, file failed validation",
  },
  {
    id: "content-cross-strips",
    level: "warning",
    dialog: "crossStrips",
    message:
      "No cross-strips were found in the flight plan. Confirm that it is the flight plan KMZ from the document portal",
  },
  {
    id: "content-fms-no-project",
    level: "warning",
    dialog: "fmsProjects",
    message: "FMS logs without a project ID",
  },
  {
    id: "content-fms-none-expected",
    level: "warning",
    dialog: "fmsProjects",
    message: "FMS logs that reference none of the expected projects",
  },
  {
    id: "content-fms-unexpected",
    level: "warning",
    dialog: "fmsProjects",
    message: "FMS logs with unexpected projects",
  },
  {
    id: "content-fms-missing",
    level: "warning",
    dialog: "fmsProjects",
    message: "Expected projects that are missing from the FMS logs",
  },
  {
    id: "content-fms-start",
    level: "warning",
    dialog: "fmsTimes",
    message: "The FMS log start time differs from wheels up by 2 hours or more",
  },
  {
    id: "content-fms-end",
    level: "warning",
    dialog: "fmsTimes",
    message: "The FMS log end time differs from wheels down by 2 hours or more",
  },
  {
    id: "content-laz-header",
    level: "blocked",
    dialog: "laz",
    message: "LAZ files with an unreadable header",
  },
  {
    id: "content-laz-rgbn",
    level: "blocked",
    dialog: "laz",
    message: "LAZ files without the RGBN data that the processing template requires",
  },
] as const satisfies readonly Rule[];

export type ContentRuleId = (typeof CONTENT_RULES)[number]["id"];

import { blocked, type RuleFacts, rulesOf, warning } from "./rule.ts";

/** Rules on the contents of files (document 2, sections 5 and 8), in the order in which findings are given. */
const FACTS = {
  "content-sensor-unknown": blocked(
    "Sensor no. is one of the company’s",
    "No sensor found with sensor no.",
  ),
  "content-sensor-number": blocked(
    "Sensor no. is that of this upload",
    "Folder sensor no. does not match the expected sensor",
  ),
  "content-laser-unreadable": blocked(
    "Range files say their laser serial no.",
    "Possible corrupt Range file, no laser serial no. could be read",
  ),
  "content-laser-serial": blocked(
    "Laser serial no. is the sensor’s",
    "The laser serial no. in a range file does not match the expected laser serial no.",
  ),
  "content-pos-unreadable": blocked(
    "GPS files say their sensor serial no.",
    "Possible corrupt GPS file, no sensor serial no. could be read",
  ),
  "content-pos-serial": blocked(
    "Sensor serial no. of the GPS files is the sensor’s",
    "The sensor serial no. in a GPS file does not match the expected sensor serial no.",
  ),
  "content-flight-plan": blocked(
    "Flight plan can be read",
    "Possible corrupt Flight Plan KML, file failed validation",
  ),
  "content-cross-strips": warning(
    "crossStrips",
    "Flight plan has cross-strips",
    "No cross-strips were found in the flight plan. Confirm that it is the flight plan KMZ from the document portal",
  ),
  "content-fms-no-project": warning(
    "fmsProjects",
    "Every FMS log names a project",
    "FMS logs without a project ID",
  ),
  "content-fms-none-expected": warning(
    "fmsProjects",
    "Every FMS log names a project of the flight",
    "FMS logs that reference none of the expected projects",
  ),
  "content-fms-unexpected": warning(
    "fmsProjects",
    "FMS logs name the flight’s projects alone",
    "FMS logs with unexpected projects",
  ),
  "content-fms-missing": warning(
    "fmsProjects",
    "Every project of the flight is in the FMS logs",
    "Expected projects that are missing from the FMS logs",
  ),
  "content-fms-start": warning(
    "fmsTimes",
    "FMS logs start within 2 hours of wheels up",
    "The FMS log start time differs from wheels up by 2 hours or more",
  ),
  "content-fms-end": warning(
    "fmsTimes",
    "FMS logs end within 2 hours of wheels down",
    "The FMS log end time differs from wheels down by 2 hours or more",
  ),
  // No dialog of its own: the specification's sequence of questions stays as it is.
  "content-gps-date": {
    level: "warning",
    kept: "GPS is of the day of the flight",
    message: "GPS is of another date than the flight",
  },
  "content-laz-header": {
    ...blocked("Headers of the LAZ files can be read", "LAZ files with an unreadable header"),
    dialog: "laz",
  },
  "content-laz-rgbn": {
    ...blocked(
      "LAZ files hold the RGBN data that the processing template requires",
      "LAZ files without the RGBN data that the processing template requires",
    ),
    dialog: "laz",
  },
  // Our own, after those of the specification; the reason stands beside each file.
  "content-cut-off": warning(
    "damaged",
    "Files end where they should",
    "Files that end too early. Copy them again from the instrument or the drive",
  ),
  "content-zeros": warning(
    "damaged",
    "Files end with data",
    "Files with zeros in place of their end, as a copy that broke off leaves them. Copy them again from the instrument or the drive",
  ),
  "content-contradiction": warning(
    "damaged",
    "Files hold what their headers say",
    "Files that do not hold what their header says. Copy them again from the instrument or the drive",
  ),
  "content-plan-shapes": warning(
    "planShapes",
    "Every shape of the flight plan can be drawn",
    "Shapes of the flight plan that are left out or drawn otherwise. Export the plan again, or confirm that it is right",
  ),
} as const satisfies Record<string, RuleFacts>;

/** Our own rules on files that look damaged. */
export const DAMAGE_RULES: ReadonlySet<string> = new Set<ContentRuleId>([
  "content-cut-off",
  "content-zeros",
  "content-contradiction",
  "content-plan-shapes",
]);

export type ContentRuleId = keyof typeof FACTS;
export const CONTENT_RULES = rulesOf(FACTS);

import {
  type CalibrationFile,
  earlierStages,
  type PreflightLine,
  UNSUPPORTED_LMS,
} from "@swath/contract/processing";
import { line, type CalibrationFacts, type PreflightFacts } from "./preflight-facts.ts";

type Record = NonNullable<CalibrationFile["lidar"] | CalibrationFile["imagery"]>;

const recordsOf = (file: CalibrationFile | undefined): Record[] =>
  [file?.lidar, file?.imagery].filter((record) => record !== null && record !== undefined);

const described = ({ SensorName, Aircraft, SurveyDate }: Record): string =>
  `${SensorName} in ${Aircraft}, surveyed ${SurveyDate.slice(0, 10)}`;

/** Only the LiDAR's record counts for LMS. */
function takenOf({ taken }: CalibrationFacts, { job }: PreflightFacts): Record[] {
  const records = recordsOf(taken);
  return job.area === "lms" && taken?.lidar === null ? [] : records;
}

function recordLine(facts: CalibrationFacts, all: PreflightFacts): PreflightLine {
  const taken = takenOf(facts, all);
  if (taken.length === 0)
    return line(
      "calibration",
      "blocking",
      `No matching parameters: no complete record of ${all.sensor ?? "its sensor"} was in force at the flight`,
      "Add the parameters; the order waits for them.",
    );
  const before = new Set(recordsOf(facts.former).map(({ id }) => id));
  const records = taken.map(described).join("; ");
  if (before.size === 0 || taken.every(({ id }) => before.has(id)))
    return line("calibration", "ok", `Calibration: ${records}`);
  const former = recordsOf(facts.former).map(described).join("; ");
  const isFirst = all.stage !== undefined && earlierStages(all.stage).length === 0;
  return line(
    "calibration",
    "warning",
    `Calibration: ${records}. The last attempt had another record: ${former}`,
    isFirst
      ? "Resubmit the jobs that come after this one, too: they keep results of the former record."
      : "Jobs before this one keep results of the former record; resubmit the first of them where they depend on it.",
  );
}

/** The calibration record that is in force (calibration/K4), and its LMS version. */
export function calibrationLines(all: PreflightFacts): PreflightLine[] {
  const { calibration: facts, job } = all;
  if (facts === null) return [];
  const record = recordLine(facts, all);
  if (job.area !== "lms" || facts.lmsVersion === undefined) return [record];
  const version = facts.taken?.lidar?.LMSVersion ?? null;
  if (!facts.supported)
    return [
      record,
      line(
        "lms",
        "blocking",
        `${UNSUPPORTED_LMS}: the record is of ${version}, current is ${facts.lmsVersion}`,
        "Complete the parameters for the current version; the order waits for that.",
      ),
    ];
  return [
    record,
    version === null
      ? line("lms", "unknown", "The calibration record names no LMS version")
      : line("lms", "ok", `LMS ${version} is the current version`),
  ];
}

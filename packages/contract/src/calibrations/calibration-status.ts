import type { Calibration } from "./calibration.ts";

type Validity = Pick<Calibration, "IsActive" | "ExpiryDate">;

/** What the list's status filter chooses by. */
export const CALIBRATION_FILTERS = ["Current", "Expired", "Invalid"] as const;
export type CalibrationFilter = (typeof CALIBRATION_FILTERS)[number];

interface CalibrationStatus {
  /** Document 3, section 4.3. */
  readonly text: string;
  readonly filters: readonly CalibrationFilter[];
  /** Active records are not edited. */
  readonly editable: boolean;
}

/** The status of a record by whether it is active, and has expired (document 3, section 4.3). */
export function calibrationStatus({ IsActive, ExpiryDate }: Validity): CalibrationStatus {
  if (IsActive)
    return ExpiryDate === null
      ? { text: "Valid and current", filters: ["Current"], editable: false }
      : { text: "Valid and expired", filters: ["Expired"], editable: false };
  return ExpiryDate === null
    ? { text: "Missing parameters", filters: ["Invalid"], editable: true }
    : {
        text: "Missing parameters and expired",
        filters: ["Expired", "Invalid"],
        editable: true,
      };
}

/** calibration/K1 whether it is due again at an instant, or was before. */
export function isDue(
  { ScheduledExpiryDate }: Pick<Calibration, "ScheduledExpiryDate">,
  now: Date,
): boolean {
  return ScheduledExpiryDate !== null && Date.parse(ScheduledExpiryDate) <= now.getTime();
}

/** A record that K4 may choose, whatever kind it is of. */
export interface ChosenCalibration {
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly SurveyDate: string;
  readonly ExpiryDate: string | null;
  readonly IsActive: boolean;
}

/**
 * calibration/K4 the record of a sensor in an aircraft that was in force at a flight: active, from
 * its survey date on and before its expiry, the newest of several; undefined without one.
 */
export function calibrationOf<C extends ChosenCalibration>(
  records: readonly C[],
  flight: { readonly sensor: string; readonly aircraft: string; readonly date: Date },
): C | undefined {
  const at = flight.date.getTime();
  const inForce = records.filter(
    ({ SensorName, Aircraft, SurveyDate, ExpiryDate, IsActive }) =>
      IsActive &&
      SensorName === flight.sensor &&
      Aircraft === flight.aircraft &&
      Date.parse(SurveyDate) <= at &&
      (ExpiryDate === null || at < Date.parse(ExpiryDate)),
  );
  return inForce.toSorted((a, b) => Date.parse(b.SurveyDate) - Date.parse(a.SurveyDate))[0];
}

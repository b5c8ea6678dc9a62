import { type Parameter, PARAMETER_NAMES } from "../../data/parameter-labels.ts";

const OTHER_NAMES: Readonly<Record<string, string>> = {
  SensorName: "Sensor",
  SurveyDate: "Survey Date/Wheels Up",
  ScheduledExpiryDate: "Calibration Due",
  ExpiryDate: "Expiry",
  IsActive: "Active",
  LMSVersion: "LMS Version",
  FlightID: "Flight ID",
  hasInstrumentFiles: "Instrument files loaded",
};

/** The name of a member of a record. */
export const memberName = (member: string): string =>
  (Object.hasOwn(PARAMETER_NAMES, member)
    ? PARAMETER_NAMES[member as Parameter].label
    : OTHER_NAMES[member]) ?? member;

export const AIRCRAFT_TYPE_NAMES: Readonly<Record<string, string>> = {
  FixedWing: /* text */ "Fixed-Wing",
  Rotary: "Rotary",
};

/** The pages of each kind of parameters (document 3, section 2.1). */
export const PARAMETER_PAGES = {
  lidar: {
    list: "/ip/params",
    add: "/ip/params/new",
    compare: "/ip/params/compare",
    record: "/ip/params/$calibrationId",
    edit: "/ip/params/$calibrationId/edit",
  },
  imagery: {
    list: "/ip/imagery-params",
    add: "/ip/imagery-params/new",
    compare: "/ip/imagery-params/compare",
    record: "/ip/imagery-params/$calibrationId",
    edit: "/ip/imagery-params/$calibrationId/edit",
  },
} as const;

/** A record as lists name it. */
export interface NamedRecord {
  readonly _id: string;
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly SurveyDate: string;
}

export const recordName = ({
  SensorName,
  Aircraft,
  SurveyDate,
}: Omit<NamedRecord, "_id">): string => `${SensorName} in ${Aircraft}, ${SurveyDate.slice(0, 10)}`;

interface Named {
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly SurveyDate: string;
}

/** What a record is called where there are others beside it. */
export const recordName = ({ SensorName, Aircraft, SurveyDate }: Named): string =>
  `${SensorName} in ${Aircraft}, ${SurveyDate.slice(0, 10)}`;

/** A check point, and the product's height there less its own; null where the product has none. */
export interface Checked {
  readonly difference: number | null;
  readonly vegetated?: boolean | undefined;
  /** Standard deviation of its own height, m; undefined where it is not stated. */
  readonly error?: number | undefined;
}

/** Accuracy of one kind of ground; m. */
export interface KindAccuracy {
  readonly points: number;
  readonly mean: number;
  /** Of the differences alone. */
  readonly fit: number;
  /** Root mean square of the check points' own errors; null where none is stated. */
  readonly survey: number | null;
  /** Root mean square error of heights, the check points' own errors included. */
  readonly rmse: number;
}

/** Vertical accuracy without vegetation (NVA) and with it (VVA); null where no check point was seen. */
export interface VerticalAccuracy {
  readonly nva: KindAccuracy | null;
  readonly vva: KindAccuracy | null;
  /** In the words of the standard. */
  readonly statement: string;
}

/** Fewer check points do not make a tested class. */
const FEWEST = 30;

/**
 * Vertical accuracy by check points (ASPRS, _Positional Accuracy Standards for Digital Geospatial Data_, edition 2,
 * version 2 (2024), 7.11 and 7.14: RMSEv² is that of the differences and of the check points' own errors; at least 30
 * check points). Undefined without any that the product has a height at.
 */
export function verticalAccuracy(checked: readonly Checked[]): VerticalAccuracy | undefined {
  const nva = accuracyOf(checked.filter(({ vegetated }) => vegetated !== true));
  const vva = accuracyOf(checked.filter(({ vegetated }) => vegetated === true));
  if (nva === null && vva === null) return undefined;
  return { nva, vva, statement: statementOf(nva, vva) };
}

function accuracyOf(checked: readonly Checked[]): KindAccuracy | null {
  const seen = checked.flatMap(({ difference, error }) =>
    difference === null ? [] : [{ difference, error }],
  );
  const points = seen.length;
  if (points === 0) return null;
  const mean = seen.reduce((sum, { difference }) => sum + difference, 0) / points;
  const fit = Math.sqrt(seen.reduce((sum, { difference }) => sum + difference ** 2, 0) / points);
  const stated = seen.flatMap(({ error }) => (error === undefined ? [] : [error]));
  const survey =
    stated.length === 0
      ? null
      : Math.sqrt(stated.reduce((sum, error) => sum + error ** 2, 0) / stated.length);
  return { points, mean, fit, survey, rmse: Math.hypot(fit, survey ?? 0) };
}

const centimetres = (metres: number): string => `${(100 * metres).toFixed(1)} cm`;

function statementOf(nva: KindAccuracy | null, vva: KindAccuracy | null): string {
  const tested = nva !== null && nva.points >= FEWEST;
  const sentences = [
    tested
      ? `This data set was tested to meet ASPRS Positional Accuracy Standards for Digital Geospatial Data, Edition 2 (2024) for a ${centimetres(nva.rmse)} RMSEV Vertical Accuracy Class.`
      : `This data set was compared with ${nva?.points ?? 0} check points without vegetation: ASPRS Positional Accuracy Standards for Digital Geospatial Data, Edition 2 (2024) ask for ${FEWEST} at least for a tested class.`,
    ...(nva === null
      ? []
      : [`Actual NVA accuracy was found to be RMSEV = ${centimetres(nva.rmse)}.`]),
    ...(vva === null
      ? []
      : [`Actual VVA accuracy was found to be RMSEV = ${centimetres(vva.rmse)}.`]),
  ];
  const unstated = [nva, vva].some((of) => of !== null && of.survey === null);
  if (unstated) sentences.push("The check points' own errors are not stated and not included.");
  return sentences.join(" ");
}

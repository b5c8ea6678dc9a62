/** What every input over a list of values takes. */
export interface ListInputProps<Field> {
  readonly field: Field;
  readonly values: readonly string[];
  readonly onValues: (values: readonly string[]) => void;
  /** The values on offer. */
  readonly options: readonly string[];
  readonly focused: boolean;
}

/** Why an upload cannot be rebuilt: its content is not what was announced. Not an outage, not a bug. */
export class RebuildFault extends Error {
  override readonly name = "RebuildFault";
}

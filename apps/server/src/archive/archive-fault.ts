/** Why a flight's data is not archived, or an archive is not whole: not an outage, not a bug. */
export class ArchiveFault extends Error {
  override readonly name = "ArchiveFault";
}

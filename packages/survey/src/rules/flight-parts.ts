const FLIGHT_IDS = /FL\d{6}/g;

/** Whether a folder is named as a part of this flight: `{FlightID}` or `{FlightID}_NN`. */
export function isPartName(name: string, flightId: string): boolean {
  return name.startsWith(flightId) && /^(?:_\d{2})?$/.test(name.slice(flightId.length));
}

/** Folders between the chosen folder and the file's name. */
export function innerFolders(path: string): readonly string[] {
  return path.split("/").slice(1, -1);
}

/**
 * The flight part a file belongs to: the `{FlightID}_NN` its name begins with, else the part
 * folder it lies in, else the flight itself.
 */
export function partOf(path: string, flightId: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(flightId)) {
    const suffix = /^_\d{2}(?!\d)/.exec(name.slice(flightId.length));
    if (suffix !== null) return flightId + suffix[0];
  }
  return innerFolders(path).findLast((folder) => isPartName(folder, flightId)) ?? flightId;
}

/** Whether a name holds the id of another flight. */
export function namesOtherFlight(name: string, flightId: string): boolean {
  for (const [id] of name.matchAll(FLIGHT_IDS)) if (id !== flightId) return true;
  return false;
}
